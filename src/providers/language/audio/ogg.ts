const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The bytes of `OggS`, which begin a page. */
const page = [0x4f, 0x67, 0x67, 0x53] as const

const isPage = (bytes: Uint8Array, at: number): boolean =>
  page.every((byte, index) => bytes[at + index] === byte)

/** Where the last page begins. */
const lastPage = (bytes: Uint8Array): number => {
  for (let at = bytes.length - 27; at >= 0; at -= 1) if (isPage(bytes, at)) return at
  return -1
}

/** Opus counts 48,000 a second whatever it was recorded with (RFC 7845, section 4); Vorbis names its rate. */
const rateOf = (bytes: Uint8Array): number | null => {
  const start = String.fromCharCode(...bytes.subarray(28, 36))
  if (start.startsWith('OpusHead')) return 48_000
  return start.slice(1, 7) === 'vorbis' && bytes.length >= 44 ? viewOf(bytes).getUint32(40, true) : null
}

/** Seconds of an Ogg file: the position that its last page tells (RFC 3533, section 6) over the rate. */
export const oggSeconds = (bytes: Uint8Array): number | null => {
  const [at, rate] = [lastPage(bytes), rateOf(bytes)]
  if (at < 0 || rate === null || rate === 0) return null
  const position = viewOf(bytes).getBigInt64(at + 6, true)
  return position < 0n ? null : Number(position) / rate
}
