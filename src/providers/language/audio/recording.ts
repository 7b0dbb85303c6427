import { mp4Seconds, webmSeconds } from './durations.ts'

/** What browsers write (webm, mp4, ogg), and plain wave files. */
export const containers = ['webm', 'ogg', 'mp4', 'wav'] as const
export type Container = (typeof containers)[number]

/** `seconds`: the length that the file states, rounded down; null if it states none. */
export type Recording = { container: Container; seconds: number | null }

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const hasText = (bytes: Uint8Array, at: number, text: string): boolean =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0))

const isWebm = (bytes: Uint8Array): boolean =>
  [0x1a, 0x45, 0xdf, 0xa3].every((byte, index) => bytes[index] === byte)

const findLastOggPage = (bytes: Uint8Array): number => {
  for (let at = bytes.length - 27; at >= 0; at -= 1) if (hasText(bytes, at, 'OggS')) return at
  return -1
}

/** Opus always counts 48,000 samples a second (RFC 7845, section 4); Vorbis states its rate. */
const readOggRate = (bytes: Uint8Array): number | null => {
  if (hasText(bytes, 28, 'OpusHead')) return 48_000
  return hasText(bytes, 29, 'vorbis') && bytes.length >= 44 ? viewOf(bytes).getUint32(40, true) : null
}

/** The position of the last page (RFC 3533, section 6) divided by the rate. */
const oggSeconds = (bytes: Uint8Array): number | null => {
  const [at, rate] = [findLastOggPage(bytes), readOggRate(bytes)]
  if (at < 0 || rate === null || rate === 0) return null
  const position = viewOf(bytes).getBigInt64(at + 6, true)
  return position < 0n ? null : Number(position) / rate
}

/** The data chunk divided by the bytes per second of the format chunk. A size beyond the end is cut. */
const wavSeconds = (bytes: Uint8Array): number | null => {
  const view = viewOf(bytes)
  let bytesPerSecond = 0
  let at = 12
  while (at + 8 <= bytes.length) {
    const size = view.getUint32(at + 4, true)
    if (hasText(bytes, at, 'fmt ') && at + 20 <= bytes.length) bytesPerSecond = view.getUint32(at + 16, true)
    if (hasText(bytes, at, 'data'))
      return bytesPerSecond === 0 ? null : Math.min(size, bytes.length - at - 8) / bytesPerSecond
    at += 8 + size + (size % 2)
  }
  return null
}

const formats: readonly {
  container: Container
  matches: (bytes: Uint8Array) => boolean
  readSeconds: (bytes: Uint8Array) => number | null
}[] = [
  { container: 'webm', matches: isWebm, readSeconds: webmSeconds },
  { container: 'ogg', matches: bytes => hasText(bytes, 0, 'OggS'), readSeconds: oggSeconds },
  { container: 'mp4', matches: bytes => hasText(bytes, 4, 'ftyp'), readSeconds: mp4Seconds },
  {
    container: 'wav',
    matches: bytes => hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WAVE'),
    readSeconds: wavSeconds,
  },
]

/** The format that the bytes show, whatever the sender declared; null for an unknown one. Nothing is decoded. */
export const parseRecording = (bytes: Uint8Array): Recording | null => {
  const format = formats.find(({ matches }) => matches(bytes))
  if (format === undefined) return null
  const seconds = format.readSeconds(bytes)
  return { container: format.container, seconds: seconds === null ? null : Math.floor(seconds) }
}

export const MAX_SECONDS = 120
const TOLERANCE_SECONDS = 3

export const isTooLong = ({ seconds }: Recording): boolean =>
  seconds !== null && seconds > MAX_SECONDS + TOLERANCE_SECONDS
