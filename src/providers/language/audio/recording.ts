const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** More boxes than this are not a question. */
const MOST = 10_000

type Box = { name: string; from: number; until: number }

/** The boxes between two offsets (ISO/IEC 14496-12, section 4.2); an invalid one ends the list. */
const boxesIn = (bytes: Uint8Array, start: number, end: number): Box[] => {
  const view = viewOf(bytes)
  const boxes: Box[] = []
  let at = start
  while (at + 8 <= end && boxes.length < MOST) {
    const size = view.getUint32(at)
    const wide = size === 1 && at + 16 <= end
    const length = wide ? Number(view.getBigUint64(at + 8)) : size === 0 ? end - at : size
    const from = at + (wide ? 16 : 8)
    if (length < from - at || at + length > end) break
    boxes.push({ name: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), from, until: at + length })
    at += length
  }
  return boxes
}

const inside = (bytes: Uint8Array, boxes: readonly Box[], name: string): Box[] =>
  boxes.filter(box => box.name === name).flatMap(box => boxesIn(bytes, box.from, box.until))

/** A 32 or 64 bit number of a full box, by the box's version. */
const timeAt = (bytes: Uint8Array, box: Box, narrow: number, wide: number): number => {
  const isWide = bytes[box.from] === 1
  const at = box.from + (isWide ? wide : narrow)
  if (at + (isWide ? 8 : 4) > box.until) return 0
  return isWide ? Number(viewOf(bytes).getBigUint64(at)) : viewOf(bytes).getUint32(at)
}

const scaleOf = (bytes: Uint8Array, box: Box): number => {
  const at = box.from + (bytes[box.from] === 1 ? 20 : 12)
  return at + 4 > box.until ? 0 : viewOf(bytes).getUint32(at)
}

/**
 * Seconds of an mp4: the duration in its movie header, or, for fragments, the time at which the last one begins; null when
 * it has neither.
 */
const mp4Seconds = (bytes: Uint8Array): number | null => {
  const top = boxesIn(bytes, 0, bytes.length)
  const movie = inside(bytes, top, 'moov')
  const header = movie.find(box => box.name === 'mvhd')
  const media = inside(bytes, inside(bytes, movie, 'trak'), 'mdia').find(box => box.name === 'mdhd')
  const statedSeconds = header ? timeAt(bytes, header, 16, 24) / scaleOf(bytes, header) : 0
  const starts = inside(bytes, inside(bytes, top, 'moof'), 'traf')
    .filter(box => box.name === 'tfdt')
    .map(box => timeAt(bytes, box, 4, 4))
  const fragments = media && starts.length > 0 ? Math.max(...starts) / scaleOf(bytes, media) : 0
  const seconds = Math.max(statedSeconds, fragments)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

/**
 * The duration of a webm recording, only from its timestamps (RFC 8794, RFC 9559). A browser writes it while it records:
 * sizes are unknown and there is no duration, so the last block's time counts.
 */

const SEGMENT = 0x18538067
const INFO = 0x1549a966
const CLUSTER = 0x1f43b675
const BLOCK_GROUP = 0xa0
const TIMESTAMP_SCALE = 0x2ad7b1
const DURATION = 0x4489
const TIMESTAMP = 0xe7
const SIMPLE_BLOCK = 0xa3
const BLOCK = 0xa1

/** Elements whose children are read; all others are read or skipped as a whole. */
const opened: ReadonlySet<number> = new Set([SEGMENT, INFO, CLUSTER, BLOCK_GROUP])

type Number8 = { value: number; length: number; open: boolean }

/** A variable-length integer (RFC 8794, section 4); `keep`: with its marker, as in element ids. */
const variable = (bytes: Uint8Array, at: number, keep: boolean): Number8 | null => {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (first === 0 || at + length > bytes.length) return null
  let value = keep ? first : first & (0xff >> length)
  let open = value === 0xff >> length
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[at + index] ?? 0
    value = value * 256 + byte
    open &&= byte === 0xff
  }
  return { value, length, open: !keep && open }
}

const whole = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0)

const float = (bytes: Uint8Array): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return bytes.length === 8 ? view.getFloat64(0) : bytes.length === 4 ? view.getFloat32(0) : 0
}

/** The time of a block in its cluster: two signed bytes after the track number. */
const blockTime = (bytes: Uint8Array): number => {
  const track = variable(bytes, 0, false)
  if (track === null || bytes.length < track.length + 2) return 0
  return new DataView(bytes.buffer, bytes.byteOffset).getInt16(track.length)
}

/** Seconds up to the last block, or the stated duration if longer; null without any time. */
const webmSeconds = (bytes: Uint8Array): number | null => {
  let [scale, cluster, last, stated, at] = [1_000_000, 0, -1, 0, 0]
  while (at < bytes.length) {
    const name = variable(bytes, at, true)
    const size = name && variable(bytes, at + name.length, false)
    if (!name || !size) break
    const from = at + name.length + size.length
    const value = bytes.subarray(from, size.open ? from : from + size.value)
    if (name.value === TIMESTAMP_SCALE) scale = whole(value)
    if (name.value === DURATION) stated = float(value)
    if (name.value === TIMESTAMP) cluster = whole(value)
    if (name.value === SIMPLE_BLOCK || name.value === BLOCK) last = Math.max(last, cluster + blockTime(value))
    at = opened.has(name.value) ? from : from + size.value
  }
  const ticks = Math.max(last, stated)
  return ticks > 0 ? (ticks * scale) / 1_000_000_000 : null
}

/** Formats of browsers (webm, mp4, ogg), and plain wave files. */
const containers = ['webm', 'ogg', 'mp4', 'wav'] as const
export type Container = (typeof containers)[number]

/** `seconds`: the length that the file states, rounded down; null if it states none. */
export type Recording = { container: Container; seconds: number | null }

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

/** The format according to the bytes, regardless of the declared type; null if unknown. Nothing is decoded. */
export const parseRecording = (bytes: Uint8Array): Recording | null => {
  const format = formats.find(({ matches }) => matches(bytes))
  if (format === undefined) return null
  const seconds = format.readSeconds(bytes)
  return { container: format.container, seconds: seconds === null ? null : Math.floor(seconds) }
}

const MAX_SECONDS = 120
const TOLERANCE_SECONDS = 3

export const isTooLong = ({ seconds }: Recording): boolean =>
  seconds !== null && seconds > MAX_SECONDS + TOLERANCE_SECONDS
