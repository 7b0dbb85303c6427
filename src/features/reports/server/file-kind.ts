import { AppError } from '#api/errors.ts'
import { reports } from '../contract.ts'

/** What kind of file a document is, by its first bytes; a name or a browser's word proves nothing. */
export type FileKind = 'pdf' | 'page' | 'archive' | 'picture' | 'data'

const kinds: readonly (readonly [kind: FileKind, pattern: RegExp])[] = [
  ['pdf', /^%PDF-/],
  ['page', /^<(?:!doctype\s+html|html|head|body)\b/i],
  // MHTML begins with the headers of a message.
  [
    'archive',
    /^(?:From: <Saved by|MIME-Version:|Content-Type: multipart\/|Snapshot-Content-Location:|bplist00)/i,
  ],
  // JPEG, PNG, GIF, TIFF, WebP, HEIC and AVIF.
  [
    'picture',
    /^(?:\u00ff\u00d8\u00ff|\u0089PNG|GIF8|II\*\0|MM\0\*|RIFF[^]{4}WEBP|[^]{4}ftyp(?:hei|mif1|msf1|avif))/,
  ],
]

/** What may precede a page: an XML declaration, comments. */
const prologue = /^(?:\s*(?:<!--[^]*?-->|<\?[^]*?\?>))*\s*/

/** The encoding that a byte order mark names; null without one. */
export const markedEncoding = ([first, second, third]: Uint8Array): string | null => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null
}

/** `page`: HTML; `archive`: a web page with its parts in one file; `data`: all else. */
export const fileKindOf = (bytes: Uint8Array): FileKind => {
  const head = bytes.subarray(0, 20_000)
  const encoding = markedEncoding(head)
  const text =
    encoding === null ? Buffer.from(head).toString('latin1') : new TextDecoder(encoding).decode(head)
  const start = text.replace(prologue, '')
  return kinds.find(([, pattern]) => pattern.test(start))?.[0] ?? 'data'
}

const MOST_DATA_BYTES = 10 * 1024 * 1024

/** Data formats are far smaller than a PDF or a web page of the same report. */
export const requireFileSize = (bytes: Uint8Array): void => {
  if (bytes.length > MOST_DATA_BYTES && fileKindOf(bytes) === 'data')
    throw new AppError('too_large', { message: reports.importFile.upload.tooLarge })
}
