import type { Box } from '#platform/crypto/sealed.ts'
import type { Ask } from '../clock/deadlines.ts'
import type { Letter } from '../letters/letter.ts'
import { StoredItem, StoredLetter } from './stored.ts'
import type { disputeItems, disputeLetters, disputes } from './tables.ts'

/** What is sealed in the rows of disputes: each seal is bound to its row and column. */

export type DisputeRow = typeof disputes.$inferSelect
export type ItemRow = typeof disputeItems.$inferSelect
export type LetterRow = typeof disputeLetters.$inferSelect

const titlePlace = (row: string) => ({ table: 'disputes', column: 'title', row })
const itemPlace = (row: string) => ({ table: 'dispute_items', column: 'content', row })
const letterPlace = (row: string) => ({ table: 'dispute_letters', column: 'content', row })
const rewordedPlace = (row: string) => ({ table: 'dispute_letters', column: 'reworded', row })

export const sealedTitle = (box: Box, id: string, title: string): Buffer => box.seal(titlePlace(id), title)

export const titleIn = (box: Box, { id, title }: Pick<DisputeRow, 'id' | 'title'>): string =>
  box.open(titlePlace(id), title)

export const sealedItem = (box: Box, id: string, item: StoredItem): Buffer =>
  box.seal(itemPlace(id), JSON.stringify(item))

export const itemIn = (box: Box, { id, content }: Pick<ItemRow, 'id' | 'content'>): StoredItem =>
  StoredItem.parse(JSON.parse(box.open(itemPlace(id), content)))

export const sealedLetter = (box: Box, id: string, letter: Letter, asks: readonly Ask[]): Buffer =>
  box.seal(letterPlace(id), JSON.stringify({ ...letter, asks }))

export const sealedRewording = (box: Box, id: string, middle: string): Buffer =>
  box.seal(rewordedPlace(id), middle)

/** A letter as it was made, what it asks for where that is stored, and what the person wrote in place of its middle. */
export const letterIn = (
  box: Box,
  { id, content, reworded }: Pick<LetterRow, 'id' | 'content' | 'reworded'>,
): { letter: Letter; asks: readonly Ask[] | null; reworded: string | null } => {
  const { asks = null, ...letter } = StoredLetter.parse(JSON.parse(box.open(letterPlace(id), content)))
  return { letter, asks, reworded: reworded && box.open(rewordedPlace(id), reworded) }
}
