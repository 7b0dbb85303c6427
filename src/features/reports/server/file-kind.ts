import { AppError } from '#api/errors.ts'
import { reports } from '../contract.ts'

/** What kind of file a document is, by its first bytes; a name or a browser's word proves nothing. */
export type FileKind = 'pdf' | 'page' | 'archive' | 'data'

const kinds: readonly (readonly [kind: FileKind, pattern: RegExp])[] = [
  ['pdf', /^%PDF-/],
  ['page', /^<(?:!doctype\s+html|html)\b/i],
  // A web page in one file (MHTML) begins with the headers of a message.
  ['archive', /^(?:From: <Saved by |MIME-Version:\s*1\.0)/i],
]

/** `page`: HTML; `archive`: MHTML; `data`: all else. */
export const fileKindOf = (bytes: Uint8Array): FileKind => {
  const head = Buffer.from(bytes.subarray(0, 2_000)).toString('latin1')
  const start = head.replace(/^(?:\u00ef\u00bb\u00bf)?(?:\s|<!--[^]*?-->)*/, '')
  return kinds.find(([, pattern]) => pattern.test(start))?.[0] ?? 'data'
}

const MOST_DATA_BYTES = 10 * 1024 * 1024

/** Data formats are far smaller than a PDF or a web page of the same report. */
export const requireFileSize = (bytes: Uint8Array): void => {
  if (bytes.length > MOST_DATA_BYTES && fileKindOf(bytes) === 'data')
    throw new AppError('too_large', { message: reports.importFile.upload.tooLarge })
}
