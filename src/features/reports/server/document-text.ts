/** The kind of a file, by its first bytes; a name or a browser's declared type proves nothing. */
type FileKind = 'pdf' | 'page' | 'archive' | 'picture' | 'data'

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

/** The encoding of a byte order mark; null without one. */
const markedEncoding = ([first, second, third]: Uint8Array): string | null => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null
}

/** `page`: HTML; `archive`: a web page with its parts in one file; `data`: everything else. */
export const fileKindOf = (bytes: Uint8Array): FileKind => {
  const head = bytes.subarray(0, 20_000)
  const encoding = markedEncoding(head)
  const text =
    encoding === null ? Buffer.from(head).toString('latin1') : new TextDecoder(encoding).decode(head)
  const start = text.replace(prologue, '')
  return kinds.find(([, pattern]) => pattern.test(start))?.[0] ?? 'data'
}

/**
 * Decodes a document: a byte order mark decides first, then the encoding that it declares, then UTF-8. Null when the
 * bytes are not text in that encoding. A web page is always text, as in a browser; one in a single file is returned byte
 * for byte, because each of its parts declares its own encoding.
 */
export const decodeDocument = (bytes: Uint8Array): string | null => {
  const kind = fileKindOf(bytes)
  if (kind === 'archive') return Buffer.from(bytes).toString('latin1')
  const encoding = markedEncoding(bytes) ?? declaredEncoding(bytes, kind) ?? 'utf-8'
  return decodeAs(encoding, bytes) ?? (kind === 'page' ? decodeAs('windows-1252', bytes) : null)
}

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
