import type { Cipher } from '#platform/crypto/encryption.ts'
import type { Ask } from '../deadlines/deadlines.ts'
import type { Letter } from '../letters/letter.ts'
import { StoredItem, StoredLetter } from './stored-shapes.ts'
import type { disputeItems, disputeLetters, disputes } from './tables.ts'

/** Encrypts and decrypts columns of dispute rows; each value is bound to its row and column. */

export type DisputeRow = typeof disputes.$inferSelect
export type ItemRow = typeof disputeItems.$inferSelect
export type LetterRow = typeof disputeLetters.$inferSelect

const titlePlace = (row: string) => ({ table: 'disputes', column: 'title', row })
const itemPlace = (row: string) => ({ table: 'dispute_items', column: 'content', row })
const letterPlace = (row: string) => ({ table: 'dispute_letters', column: 'content', row })
const rewordedPlace = (row: string) => ({ table: 'dispute_letters', column: 'reworded', row })

export const encryptTitle = (box: Cipher, id: string, title: string): Buffer =>
  box.encrypt(titlePlace(id), title)

export const decryptTitle = (box: Cipher, { id, title }: Pick<DisputeRow, 'id' | 'title'>): string =>
  box.decrypt(titlePlace(id), title)

export const encryptItem = (box: Cipher, id: string, item: StoredItem): Buffer =>
  box.encrypt(itemPlace(id), JSON.stringify(item))

export const decryptItem = (box: Cipher, { id, content }: Pick<ItemRow, 'id' | 'content'>): StoredItem =>
  StoredItem.parse(JSON.parse(box.decrypt(itemPlace(id), content)))

export const encryptLetter = (box: Cipher, id: string, letter: Letter, asks: readonly Ask[]): Buffer =>
  box.encrypt(letterPlace(id), JSON.stringify({ ...letter, asks }))

export const encryptRewording = (box: Cipher, id: string, middle: string): Buffer =>
  box.encrypt(rewordedPlace(id), middle)

export const decryptLetter = (
  box: Cipher,
  { id, content, reworded }: Pick<LetterRow, 'id' | 'content' | 'reworded'>,
): { letter: Letter; asks: readonly Ask[] | null; reworded: string | null } => {
  const { asks = null, ...letter } = StoredLetter.parse(JSON.parse(box.decrypt(letterPlace(id), content)))
  return { letter, asks, reworded: reworded && box.decrypt(rewordedPlace(id), reworded) }
}
