import { z } from 'zod'
import { PagesText } from '../../readers/pdf/pages-text.ts'

/** What the process that opens a PDF answers, in JSON; it is checked, for the process may belong to a hostile file. */
export const PdfAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('pages'), pages: PagesText }),
  z.strictObject({
    kind: z.literal('refused'),
    reason: z.enum(['locked', 'tooManyPages', 'tooMuch', 'damaged']),
  }),
])
export type PdfAnswer = z.output<typeof PdfAnswer>

/** The answer in its bytes; a process that answers anything else was taken over or ended by the file. */
export const parsePdfAnswer = (bytes: Uint8Array): PdfAnswer => {
  try {
    return PdfAnswer.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch {
    return { kind: 'refused', reason: 'damaged' }
  }
}
