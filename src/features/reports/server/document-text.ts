import { type FileKind, fileKindOf, markedEncoding } from './file-kind.ts'

/**
 * Decodes a document: a byte order mark decides first, then the encoding that it declares, then UTF-8. Null when the
 * bytes are not text in that encoding. A web page is always text, as in a browser; one in a single file is given byte for
 * byte, because each of its parts declares its own encoding.
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
