import { createHash } from 'node:crypto'
import { v5 } from 'uuid'
import { z } from 'zod'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { LetterRequest, PostalAddress } from '#providers/letters/port.ts'
import { Address } from '../contract.ts'
import type { MailJobRow } from './rows.ts'

/** The content of a mailing is frozen when it is requested: every attempt sends the same bytes. */

const FrozenContent = z.object({
  to: Address,
  from: Address,
  /** Why it is mailed again; null the first time. */
  reason: z.string().nullable(),
})
export type FrozenContent = z.output<typeof FrozenContent>

/** Namespace of mail job ids; an arbitrary constant of this product. */
const NAMESPACE = '5d0f1b3e-6a0c-4d0b-9b53-0f6f6d61696c'

/** Depends only on letter and generation, so a lost row is recreated under the same id. */
export const deriveMailJobId = (letterId: string, generation: number): string =>
  v5(`${letterId}|${generation}`, NAMESPACE)

const placeOf = (column: 'content' | 'pdf', row: string) => ({ table: 'mail_jobs', column, row })

export const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

const requestShaOf = (
  mailing: { id: string; generation: number; certified: boolean },
  { to, from }: FrozenContent,
  pdfSha: Buffer,
): Buffer => {
  const lines = ({ name, line1, line2, city, state, zip }: PostalAddress) => [
    name,
    line1,
    line2,
    city,
    state,
    zip,
  ]
  const { id, generation, certified } = mailing
  return sha256(JSON.stringify([id, generation, certified, lines(to), lines(from), pdfSha.toString('hex')]))
}

export const freezeRequest = async (
  tx: Database,
  vault: Keyring,
  mailing: { id: string; userId: string; generation: number; certified: boolean },
  content: FrozenContent,
  pdf: Uint8Array,
) => {
  const box = await vault.cipherForUser(tx, mailing.userId)
  const pdfSha = sha256(pdf)
  return {
    content: box.encrypt(placeOf('content', mailing.id), JSON.stringify(content)),
    pdf: box.encrypt(placeOf('pdf', mailing.id), pdf),
    pdfSha,
    requestSha: requestShaOf(mailing, content, pdfSha),
  }
}

/** Null if the content was erased or no longer matches its hash. */
export const readFrozenRequest = async (
  db: Database,
  vault: Keyring,
  row: MailJobRow,
  env: string,
): Promise<LetterRequest | null> => {
  const { id, userId, letterId, generation, certified, pdfSha, requestSha } = row
  if (userId === null || !row.content || !row.pdf || !pdfSha || !requestSha) return null
  const box = await vault.cipherForUser(db, userId)
  const content = FrozenContent.parse(JSON.parse(box.decrypt(placeOf('content', id), row.content)))
  const pdf = box.decryptBytes(placeOf('pdf', id), row.pdf)
  if (!sha256(pdf).equals(pdfSha) || !requestShaOf(row, content, pdfSha).equals(requestSha)) return null
  const { to, from } = content
  return { mailJobId: id, generation, env, to, from, pdf, certified, ours: { userId, letterId } }
}

/** The user's reason for mailing again; null the first time, or after erasure. */
export const readMailAgainReason = async (
  db: Database,
  vault: Keyring,
  row: MailJobRow,
): Promise<string | null> => {
  if (row.userId === null || !row.content) return null
  const box = await vault.cipherForUser(db, row.userId)
  return FrozenContent.parse(JSON.parse(box.decrypt(placeOf('content', row.id), row.content))).reason
}
