import { z } from 'zod'
import { PagesText } from '../../readers/pdf/pages-text.ts'

/** The JSON result of the process that opens a PDF; it is validated, because a hostile file may control the process. */
export const PdfAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('pages'), pages: PagesText }),
  z.strictObject({
    kind: z.literal('refused'),
    reason: z.enum(['locked', 'tooManyPages', 'tooMuch', 'damaged']),
  }),
])
export type PdfAnswer = z.output<typeof PdfAnswer>

/** Parses the result; a process that returns anything else was compromised or ended by the file. */
export const parsePdfAnswer = (bytes: Uint8Array): PdfAnswer => {
  try {
    return PdfAnswer.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch {
    return { kind: 'refused', reason: 'damaged' }
  }
}
