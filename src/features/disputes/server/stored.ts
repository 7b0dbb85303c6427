import { z } from 'zod'
import { accountReasons } from '#features/findings/account-reasons.ts'
import { bureaus } from '#values/bureau.ts'
import type { Letter } from '../letters/letter.ts'

/** What is sealed in a dispute's rows, checked again when it is opened. */

export const StoredItem = z.object({
  accountId: z.string(),
  creditorName: z.string(),
  reason: z.enum(accountReasons),
  explanation: z.string().nullable(),
})
export type StoredItem = z.output<typeof StoredItem>

const Facts = z.array(z.object({ label: z.string(), value: z.string() }))
const Lines = z.array(z.string())

export const StoredLetter = z.object({
  bureau: z.enum(bureaus),
  date: z.string(),
  mark: z.string().nullable(),
  sender: Lines,
  recipient: Lines,
  subject: z.string(),
  opening: z.string(),
  items: z.array(
    z.object({
      creditor: z.string(),
      facts: Facts,
      wrong: Lines,
      ownWords: z.string().nullable(),
      ask: z.string(),
    }),
  ),
  closing: Lines,
  identification: Facts,
  enclosed: Lines,
  signature: z.string(),
}) satisfies z.ZodType<Letter>
