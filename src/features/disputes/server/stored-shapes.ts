import { z } from 'zod'
import { accountReasons, inquiryReasons } from '#features/findings/reasons.ts'
import { type Cipher, encryptedJson } from '#platform/crypto/encryption.ts'
import { bureaus } from '#values/bureau.ts'
import { ceaseItemFields, validationItemFields } from '../collectors/fields.ts'
import type { Ask } from '../deadlines/deadlines.ts'
import { addItemType, Warning } from '../dispute-contract.ts'
import {
  freezeActions,
  goodwillWishes,
  personalActions,
  personalFields,
  settlementReportings,
  theftAsks,
} from '../dispute-requests.ts'
import { fraudAlerts } from '../fraud-alert-rules.ts'
import { specialtyAgencies } from '../freezes/specialty-agencies.ts'
import { directReasons } from '../furnishers/direct-reasons.ts'
import type { Letter } from '../letters/letter.ts'
import { recipientKinds } from '../recipients.ts'
import { disputeItems, disputeLetters, disputes } from './tables.ts'

/** What is encrypted in dispute rows, validated when it is decrypted. */

const explanation = z.string().nullable()

const companyItem = {
  accountId: z.string(),
  creditorName: z.string(),
  company: z.string(),
  shownBy: z.enum(bureaus),
  explanation,
}

export const StoredItem = z.preprocess(
  addItemType,
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('account'),
      accountId: z.string(),
      creditorName: z.string(),
      reason: z.enum(accountReasons),
      // Not stored by the first release.
      correctBureau: z.enum(bureaus).nullable().default(null),
      asksToVerify: z.boolean().default(false),
      explanation,
    }),
    z.strictObject({
      type: z.literal('inquiry'),
      inquiryId: z.string(),
      company: z.string(),
      reason: z.enum(inquiryReasons),
      explanation,
      /** The inquiry's row at each bureau. */
      ids: z.partialRecord(z.enum(bureaus), z.string()),
    }),
    z.strictObject({
      type: z.literal('personal-info'),
      field: z.enum(personalFields),
      reportedValue: z.string(),
      reason: z.enum(personalActions),
      correctValue: z.string().nullable(),
      explanation,
    }),
    z.strictObject({
      type: z.literal('freeze'),
      reason: z.enum(freezeActions),
      from: z.string().nullable(),
      until: z.string().nullable(),
      explanation,
    }),
    z.strictObject({
      type: z.literal('fraud-alert'),
      reason: z.enum(fraudAlerts),
      givesPhone: z.boolean(),
      asksFile: z.boolean(),
      explanation,
    }),
    z.strictObject({
      type: z.literal('agency-freeze'),
      agency: z.enum(specialtyAgencies),
      reason: z.enum(freezeActions),
      from: z.string().nullable(),
      until: z.string().nullable(),
      explanation,
    }),
    z.strictObject({ ...validationItemFields, explanation }),
    z.strictObject({ ...ceaseItemFields, explanation }),
    z.strictObject({
      type: z.literal('direct'),
      ...companyItem,
      reason: z.enum(directReasons),
      asksToVerify: z.boolean(),
    }),
    z.strictObject({ type: z.literal('goodwill'), ...companyItem, reason: z.enum(goodwillWishes) }),
    z.strictObject({
      type: z.literal('settlement'),
      ...companyItem,
      reason: z.enum(settlementReportings),
      amount: z.string(),
      payBy: z.string().nullable(),
    }),
    z.strictObject({ type: z.literal('theft-notice'), ...companyItem, reason: z.enum(theftAsks) }),
  ]),
)
export type StoredItem = z.output<typeof StoredItem>

const Facts = z.array(z.object({ label: z.string(), value: z.string() }))
const Lines = z.array(z.string())

const LetterItem = z.object({
  title: z.string(),
  facts: Facts,
  says: Lines,
  ownWords: z.string().nullable(),
  ask: z.string(),
})

/** Letters of the first release were only about accounts. */
const FirstLetterItem = z
  .object({
    creditor: z.string(),
    facts: Facts,
    wrong: Lines,
    ownWords: z.string().nullable(),
    ask: z.string(),
  })
  .transform(({ creditor, wrong, ...rest }) => ({ title: creditor, says: wrong, ...rest }))

const StoredAsk = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum([
      'dispute',
      'block',
      'method_of_verification',
      'freeze_place',
      'freeze_remove',
      'fraud_alert',
      'validation',
      'cease',
      'direct',
      'goodwill',
      'settlement',
      'theft-notice',
    ]),
  }),
  z.object({ kind: z.literal('freeze_lift'), from: z.string().nullable() }),
]) satisfies z.ZodType<Ask>

const letterFields = z.object({
  bureau: z.enum(bureaus).nullable(),
  /** Absent in letters of earlier releases, which all went to bureaus. */
  to: z.object({ kind: z.enum(recipientKinds), name: z.string() }).optional(),
  date: z.string(),
  mark: z.string().nullable(),
  sender: Lines,
  recipient: Lines,
  subject: z.string(),
  opening: z.string(),
  items: z.array(z.union([LetterItem, FirstLetterItem])),
  closing: Lines,
  identification: Facts,
  enclosed: Lines,
  signature: z.string(),
  /** Absent in letters of earlier releases. */
  asks: z.array(StoredAsk).optional(),
})

export const StoredLetter = letterFields.transform(({ to, ...letter }, context) => {
  if (to !== undefined) return { ...letter, to }
  if (letter.bureau !== null) return { ...letter, to: { kind: 'bureau' as const, name: letter.bureau } }
  context.addIssue('a letter without a recipient')
  return z.NEVER
}) satisfies z.ZodType<Letter>
export type StoredLetter = z.output<typeof StoredLetter>

/** Encrypts and decrypts columns of dispute rows; each value is bound to its row and column. */

export type DisputeRow = typeof disputes.$inferSelect
type ItemRow = typeof disputeItems.$inferSelect
export type LetterRow = typeof disputeLetters.$inferSelect

const items = encryptedJson(disputeItems.content, StoredItem)
const letters = encryptedJson(disputeLetters.content, StoredLetter)
const warnings = encryptedJson(disputes.warnings, z.array(Warning))
const titlePlace = (row: string) => ({ table: 'disputes', column: 'title', row })
const rewordedPlace = (row: string) => ({ table: 'dispute_letters', column: 'reworded', row })

export const encryptTitle = (cipher: Cipher, id: string, title: string): Buffer =>
  cipher.encrypt(titlePlace(id), title)

export const decryptTitle = (cipher: Cipher, { id, title }: Pick<DisputeRow, 'id' | 'title'>): string =>
  cipher.decrypt(titlePlace(id), title)

export const encryptWarnings = (cipher: Cipher, id: string, warned: readonly Warning[]): Buffer | null =>
  warned.length === 0 ? null : warnings.encrypt(cipher, id, [...warned])

export const decryptWarnings = (
  cipher: Cipher,
  { id, warnings: warned }: Pick<DisputeRow, 'id' | 'warnings'>,
): Warning[] => (warned === null ? [] : warnings.decrypt(cipher, id, warned))

/** The types whose items can be read by a release that did not store `type` yet. */
const untypedItems: readonly StoredItem['type'][] = ['account', 'inquiry', 'personal-info', 'freeze']

/**
 * `type` of the first types is derived when read, not stored, so that a server of an earlier release can read the row
 * during an upgrade.
 */
export const encryptItem = (cipher: Cipher, id: string, item: StoredItem): Buffer =>
  cipher.encrypt(
    items.associatedData(id),
    JSON.stringify(untypedItems.includes(item.type) ? { ...item, type: undefined } : item),
  )

export const decryptItem = (cipher: Cipher, { id, content }: Pick<ItemRow, 'id' | 'content'>): StoredItem =>
  items.decrypt(cipher, id, content)

export const encryptLetter = (cipher: Cipher, id: string, letter: Letter, asks: readonly Ask[]): Buffer =>
  letters.encrypt(cipher, id, { ...letter, asks: [...asks] })

export const encryptRewording = (cipher: Cipher, id: string, middle: string): Buffer =>
  cipher.encrypt(rewordedPlace(id), middle)

export const decryptLetter = (
  cipher: Cipher,
  { id, content, reworded }: Pick<LetterRow, 'id' | 'content' | 'reworded'>,
): { letter: Letter; asks: readonly Ask[] | null; reworded: string | null } => {
  const { asks = null, ...letter } = letters.decrypt(cipher, id, content)
  return { letter, asks, reworded: reworded && cipher.decrypt(rewordedPlace(id), reworded) }
}
