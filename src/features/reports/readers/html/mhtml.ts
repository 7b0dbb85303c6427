/**
 * "Webpage, Single File" (MHTML, RFC 2557): the page as the first `text/html` part of a MIME message. Browsers write
 * the frames of a page as further parts.
 */

type Part = { type: string; boundary: string | null; encoding: string; isUtf8: boolean; body: string }

const limits = { parts: 1000, pages: 5, depth: 4, headers: 20_000 }

/** Chrome and Edge begin with `From: <Saved by Blink>`; others with another header of the message. */
export const isMhtml = (text: string): boolean =>
  /^(?:From: <Saved by|MIME-Version:|Content-Type: multipart\/|Snapshot-Content-Location:)/i.test(text)

const readPart = (text: string): Part => {
  const found = /\r?\n\r?\n/.exec(text.slice(0, limits.headers))
  const end = found?.index ?? 0
  const lines = text
    .slice(0, end)
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
  const headers = new Map(
    lines.map(line => [
      line.slice(0, Math.max(0, line.indexOf(':'))).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const type = headers.get('content-type') ?? ''
  const quoted = /boundary="([^"]{1,200})"/i.exec(type)?.[1]
  return {
    type: /^[\w.+/-]{1,100}/.exec(type)?.[0].toLowerCase() ?? '',
    boundary: quoted ?? /boundary=([^\s;"]{1,200})/i.exec(type)?.[1] ?? null,
    encoding: (headers.get('content-transfer-encoding') ?? '').toLowerCase(),
    isUtf8: !/charset="?(?!utf-?8)\w/i.test(type),
    body: text.slice(end + (found?.[0].length ?? 0)),
  }
}

/** The parts between the boundaries; a last part without an end runs to the end of the file. */
const partsOf = (body: string, boundary: string): string[] => {
  const mark = `--${boundary}`
  const parts: string[] = []
  let from = body.indexOf(mark)
  while (from !== -1 && parts.length < limits.parts) {
    const start = from + mark.length
    if (body.startsWith('--', start)) break
    from = body.indexOf(mark, start)
    parts.push(
      body
        .slice(start, from === -1 ? body.length : from)
        .replace(/^\r?\n/, '')
        .replace(/\r?\n$/, ''),
    )
  }
  return parts
}

/** The bits of a UTF-8 sequence's first byte that belong to the character, by the length of the sequence. */
const leadBits = [0, 0, 0x1f, 0x0f, 0x07]

/** Bytes, one character each, as text; invalid UTF-8 stays Latin-1. */
const decodeUtf8 = (bytes: string): string =>
  bytes.replaceAll(
    /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g,
    sequence => {
      let point = sequence.charCodeAt(0) & (leadBits[sequence.length] ?? 0)
      for (let at = 1; at < sequence.length; at += 1) point = (point << 6) | (sequence.charCodeAt(at) & 0x3f)
      return point > 0x10ffff ? sequence : String.fromCodePoint(point)
    },
  )

const decodeQuotedPrintable = (text: string): string =>
  text
    .replaceAll(/=[ \t]{0,10}\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const sixBits = new Map(Array.from(alphabet, (letter, value) => [letter, value] as const))

const decodeBase64 = (text: string): string => {
  const bytes: string[] = []
  let held = 0
  let bits = 0
  for (const letter of text) {
    const value = sixBits.get(letter)
    if (value === undefined) continue
    held = ((held << 6) | value) & 0xfff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes.push(String.fromCharCode((held >> bits) & 0xff))
  }
  return bytes.join('')
}

/** The message is processed as bytes, because each part has its own encoding. */
const decode = ({ encoding, isUtf8, body }: Part): string => {
  const bytes =
    encoding === 'base64'
      ? decodeBase64(body)
      : encoding === 'quoted-printable'
        ? decodeQuotedPrintable(body)
        : body
  return isUtf8 ? decodeUtf8(bytes) : bytes
}

const pagesIn = (part: Part, depth: number): Part[] => {
  if (part.type === 'text/html') return [part]
  if (part.boundary === null || depth >= limits.depth) return []
  return partsOf(part.body, part.boundary).flatMap(one => pagesIn(readPart(one), depth + 1))
}

/** The pages of a single-file page, the page itself before its frames; empty without a `text/html` part. */
export const pagesOfMhtml = (text: string): string[] =>
  pagesIn(readPart(text), 0).slice(0, limits.pages).map(decode)
