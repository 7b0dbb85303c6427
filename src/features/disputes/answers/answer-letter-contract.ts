import { z } from 'zod'
import { Bureau } from '#api/schemas.ts'
import { outcomes } from '#features/findings/item-state.ts'
import { maxDocuments } from '../limits.ts'

/** Reads a bureau's answer letter: a PDF, or pictures among the user's documents. Nothing is stored. */

export const answerLetterUpload = {
  field: 'file',
  maxBytes: 10 * 1024 * 1024,
  accepts: '.pdf',
  tooLarge: 'An answer letter can be at most 10 MB.',
  fileOptional: true,
  maxConcurrent: 2,
} as const

export const AnswerLetter = z.strictObject({
  /** The letter's pages in order, if no PDF is sent. */
  documentIds: z.array(z.uuid('This is not an id')).min(1).max(maxDocuments).optional(),
})

/** Why there is no proposal for a letter. */
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
      /** The day of the letter; null if it prints none, or an impossible one. */
      on: z.string().nullable(),
      /** Why the letter reports no investigation, if it does not. */
      notice: z.enum(['frivolous', 'third_party', 'identity']).nullable(),
      /** Every item disputed at the bureau. `outcome`: a proposal; null if the letter does not clearly state one. */
      items: z.array(
        z.object({ itemId: z.string(), outcome: z.enum(outcomes).nullable(), quotes: z.array(Line) }),
      ),
    }),
    z.object({ kind: z.literal('unread'), reason: z.enum(unreadReasons), message: z.string() }),
  ])
  .meta({ id: 'AnswerLetterReading' })
export type AnswerLetterReading = z.output<typeof AnswerLetterReading>
