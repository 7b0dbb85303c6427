/** The kind of a file, by its first bytes; a name or a browser's declared type proves nothing. */
type FileKind = 'pdf' | 'page' | 'archive' | 'picture' | 'compressed' | 'data'

const kinds: readonly (readonly [kind: FileKind, pattern: RegExp])[] = [
  ['pdf', /^%PDF-/],
  ['page', /^<(?:!doctype\s+html|html|head|body)\b/i],
  // MHTML begins with the headers of a message.
  [
    'archive',
    /^(?:From: <Saved by|MIME-Version:|Content-Type: multipart\/|Snapshot-Content-Location:|bplist00)/i,
  ],
  // ZIP (and the documents of office programs, which are ZIP files), gzip, 7z and RAR.
  ['compressed', /^(?:PK\u0003\u0004|\u001f\u008b|7z\u00bc\u00af|Rar!\u001a)/],
  // JPEG, PNG, GIF, TIFF, WebP, HEIC and AVIF.
  [
    'picture',
    /^(?:\u00ff\u00d8\u00ff|\u0089PNG|GIF8|II\*\0|MM\0\*|RIFF[^]{4}WEBP|[^]{4}ftyp(?:hei|mif1|msf1|avif))/,
  ],
]

/** What may precede a page: an XML declaration, comments. */
const prologue = /^(?:\s*(?:<!--[^]*?-->|<\?[^]*?\?>))*\s*/

/**
 * The encoding that a byte order mark states, or that the zero bytes of UTF-16 between two ASCII characters show (XML 1.0,
 * appendix F); null without either.
 */
const markedEncoding = ([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array): string | null => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (isAscii(first) && second === 0 && isAscii(third) && fourth === 0) return 'utf-16le'
  return first === 0 && isAscii(second) && third === 0 && isAscii(fourth) ? 'utf-16be' : null
}

const isAscii = (byte: number): boolean => byte === 0x0a || byte === 0x0d || (byte >= 0x20 && byte < 0x7f)

/** `page`: HTML; `archive`: a web page with its parts in one file; `compressed`: other files in one; `data`: everything else. */
export const fileKindOf = (bytes: Uint8Array): FileKind => {
  const head = bytes.subarray(0, 20_000)
  const encoding = markedEncoding(head)
  const text =
    encoding === null ? Buffer.from(head).toString('latin1') : new TextDecoder(encoding).decode(head)
  const start = text.replace(prologue, '')
  return kinds.find(([, pattern]) => pattern.test(start))?.[0] ?? 'data'
}

/**
 * Decodes a document: its first bytes decide, then the encoding that it declares, then UTF-8. Null when the bytes are not
 * text in that encoding. A web page is always text, as in a browser; one in a single file is returned byte for byte,
 * because each of its parts declares its own encoding.
 */
export const decodeDocument = (bytes: Uint8Array): string | null => {
  const kind = fileKindOf(bytes)
  const marked = markedEncoding(bytes)
  if (kind === 'archive' && marked === null) return Buffer.from(bytes).toString('latin1')
  const decoded = decodeAs(marked ?? declaredEncoding(bytes, kind) ?? 'utf-8', bytes)
  return decoded ?? (kind === 'page' && marked === null ? decodeAs('windows-1252', bytes) : null)
}

/** Text in any encoding that contains ASCII has no control characters other than tabs and line breaks. */
export const isPlainText = (bytes: Uint8Array): boolean =>
  bytes.every(byte => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)

const decodeAs = (encoding: string, bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const declarations = {
  data: /^\s*<\?xml[^>]{0,200}\bencoding\s*=\s*["']([\w-]{1,20})["']/,
  page: /<meta\b[^>]{0,200}\bcharset\s*=\s*["']?([\w-]{1,20})/i,
}

const declaredEncoding = (bytes: Uint8Array, kind: FileKind): string | null => {
  const head = Buffer.from(bytes.subarray(0, kind === 'page' ? 4_096 : 200)).toString('latin1')
  return declarations[kind === 'page' ? 'page' : 'data'].exec(head)?.[1] ?? null
}
