import { z } from 'zod'
import { Bureau } from '#api/schemas.ts'
import { outcomes } from '#features/findings/item-state.ts'
import { maxDocuments } from '../limits.ts'

/** A bureau's answer letter, sent to be read: a PDF, or pictures that are among the person's documents. Nothing is stored. */

export const answerLetterUpload = {
  field: 'file',
  maxBytes: 10 * 1024 * 1024,
  accepts: '.pdf',
  tooLarge: 'An answer letter can be at most 10 MB.',
  fileOptional: true,
  maxConcurrent: 2,
} as const

export const AnswerLetter = z.strictObject({
  /** The letter's pages in order, where no PDF is sent. */
  documentIds: z.array(z.uuid('This is not an id')).min(1).max(maxDocuments).optional(),
})

/** Why a letter gives no proposal. */
const unreadReasons = [
  'no_text',
  'not_offered',
  'unreadable',
  'not_read',
  'no_bureau',
  'other_bureau',
  'other_person',
  'earlier',
] as const
export type UnreadReason = (typeof unreadReasons)[number]

const Line = z.object({ page: z.number(), text: z.string() })

export const AnswerLetterReading = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('read'),
      bureau: Bureau,
      /** The day of the letter; null where it prints none that can be. */
      on: z.string().nullable(),
      /** The letter looks into nothing: why, as it says. */
      notice: z.enum(['frivolous', 'third_party', 'identity']).nullable(),
      /** Every item that was disputed at the bureau. `outcome`: a proposal; null where the letter does not surely say it. */
      items: z.array(
        z.object({ itemId: z.string(), outcome: z.enum(outcomes).nullable(), quotes: z.array(Line) }),
      ),
    }),
    z.object({ kind: z.literal('unread'), reason: z.enum(unreadReasons), message: z.string() }),
  ])
  .meta({ id: 'AnswerLetterReading' })
export type AnswerLetterReading = z.output<typeof AnswerLetterReading>
