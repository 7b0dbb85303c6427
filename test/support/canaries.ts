/** Searches bytes for planted values in any encoding. */

/** Encodings of a value in a text or binary file. */
const waysOf = (value: string): { way: string; bytes: Buffer }[] => {
  const bytes = Buffer.from(value, 'utf8')
  const written = [
    { way: 'as it is', text: value },
    { way: 'in capitals', text: value.toUpperCase() },
    { way: 'in small letters', text: value.toLowerCase() },
    { way: 'URL-encoded', text: encodeURIComponent(value) },
    { way: 'URL-encoded as in a form', text: encodeURIComponent(value).replaceAll('%20', '+') },
    { way: 'inside JSON', text: JSON.stringify(value).slice(1, -1) },
    { way: 'in hexadecimal', text: bytes.toString('hex') },
    { way: 'in hexadecimal capitals', text: bytes.toString('hex').toUpperCase() },
    // In base64 each value has three forms, depending on its offset in the encoded data; its ends are ambiguous.
    ...(bytes.length < 9 ? [] : [0, 1, 2]).flatMap(before => {
      const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
      const text = whole.replace(/=+$/, '').slice(before === 0 ? 0 : before + 1, -1)
      const forUrls = text.replaceAll('+', '-').replaceAll('/', '_')
      return [text, forUrls].map(form => ({ way: 'in base64', text: form }))
    }),
  ]
  const different = written.filter(
    ({ text }, place) => written.findIndex(other => other.text === text) === place,
  )
  return [
    ...different.map(({ way, text }) => ({ way, bytes: Buffer.from(text, 'utf8') })),
    { way: 'in UTF-16', bytes: Buffer.from(value, 'utf16le') },
  ]
}

/** Digits may occur by chance in an id, a hash or a fraction of a second. */
const standsAlone = (bytes: Uint8Array, from: number, length: number) => {
  const around = [bytes[from - 1], bytes[from + length]].map(code => String.fromCharCode(code ?? 0))
  return !around.some(sign => /[0-9a-f.:_-]/i.test(sign))
}

const wordAt = (bytes: Uint8Array, at: number) =>
  ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
const slotOf = (word: number) => (word ^ (word >>> 16)) & 0xffff

/** Which of the planted values, by name, occur in some bytes, and in which encoding. One pass over the bytes. */
export type Searcher = (where: Uint8Array | string) => string[]

/** A searcher for named values, each of four bytes or more. */
export const searcherFor = (planted: Readonly<Record<string, string>>): Searcher => {
  const needles = Object.entries(planted).flatMap(([name, value]) => {
    if (value.length < 4) throw new Error(`${name} is too short to be looked for`)
    const alone = /^\d+$/.test(value)
    return waysOf(value).map(({ way, bytes }) => ({
      found: `${name}, ${way}`,
      bytes,
      alone: alone && way === 'as it is',
    }))
  })
  const slots = new Uint8Array(0x10000)
  const byWord = Map.groupBy(needles, ({ bytes }) => wordAt(bytes, 0))
  for (const word of byWord.keys()) slots[slotOf(word)] = 1
  return where => {
    const bytes =
      typeof where === 'string'
        ? Buffer.from(where, 'utf8')
        : Buffer.from(where.buffer, where.byteOffset, where.length)
    const found = new Set<string>()
    let word = wordAt(bytes, 0)
    for (let at = 0; at + 4 <= bytes.length; at += 1) {
      if (slots[slotOf(word)] === 1) {
        for (const needle of byWord.get(word) ?? []) {
          const { length } = needle.bytes
          const here = bytes.compare(needle.bytes, 0, length, at, Math.min(at + length, bytes.length)) === 0
          if (here && (!needle.alone || standsAlone(bytes, at, length))) found.add(needle.found)
        }
      }
      word = (word << 8) | (bytes[at + 4] ?? 0)
    }
    return [...found].sort((one, other) => one.localeCompare(other))
  }
}
