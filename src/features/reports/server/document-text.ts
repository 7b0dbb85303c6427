/**
 * Decodes a document: a byte order mark decides first, then the encoding in an XML declaration, then UTF-8.
 * Null when the bytes are not text in that encoding.
 */
export const decodeDocument = (bytes: Uint8Array): string | null => {
  const encoding = markedEncoding(bytes) ?? declaredEncoding(bytes) ?? 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const markedEncoding = ([first, second, third]: Uint8Array): string | null => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null
}

const declaredEncoding = (bytes: Uint8Array): string | null => {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  return /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w-]{1,20})["']/.exec(head)?.[1] ?? null
}
