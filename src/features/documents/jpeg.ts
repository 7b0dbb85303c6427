/**
 * The structure of a JPEG file (ITU-T T.81, annex B): a chain of segments, each with a two-byte marker and a two-byte
 * length, with compressed data after every scan header. Nothing is decoded here.
 */

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const COM = 0xfe

/** A segment's marker and the range of its content (`end` exclusive; after a scan header, data follows). */
type Segment = { marker: number; start: number; end: number }

/** Frames that are accepted: baseline, extended sequential and progressive, all Huffman coded (T.81 table B.1). */
const frames: readonly number[] = [0xc0, 0xc1, 0xc2]
/** The other frames (lossless, hierarchical, arithmetic), which cameras and scanners do not produce. */
const otherFrames: readonly number[] = [
  0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf, 0xf7,
]

const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)

/** Start of the next marker after compressed data, inside which 0xFF is stuffed or counts a restart. */
const afterData = (bytes: Uint8Array, from: number): number => {
  let at = from
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 1 >= bytes.length) return bytes.length
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
    at += next === 0xff ? 1 : 2
  }
}

/** Segments in order; stops at a broken segment or at the end of the image. */
function* segmentsOf(bytes: Uint8Array): Generator<Segment> {
  let at = 0
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const start = at + 2
    if (standsAlone(marker)) {
      yield { marker, start, end: start }
      if (marker === EOI) return
      at = start
      continue
    }
    const length = ((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0)
    const end = start + length
    if (length < 2 || end > bytes.length) return
    yield { marker, start: start + 2, end }
    at = marker === SOS ? afterData(bytes, end) : end
  }
}

/** The size in a frame header, in pixels. */
export type JpegHeader = { width: number; height: number }

/**
 * The header of bytes that begin like a JPEG of eight bits per sample with one, three or four components; otherwise null.
 */
export const readJpegHeader = (bytes: Uint8Array): JpegHeader | null => {
  if (bytes[0] !== 0xff || bytes[1] !== SOI || bytes[2] !== 0xff) return null
  for (const { marker, start, end } of segmentsOf(bytes)) {
    if (marker === SOS || marker === EOI || otherFrames.includes(marker)) return null
    if (!frames.includes(marker)) continue
    const [precision = 0, highY = 0, lowY = 0, highX = 0, lowX = 0, components = 0] = bytes.subarray(
      start,
      end,
    )
    const height = (highY << 8) | lowY
    const width = (highX << 8) | lowX
    const whole = end - start === 6 + 3 * components
    if (precision !== 8 || ![1, 3, 4].includes(components) || !whole) return null
    return width > 0 && height > 0 ? { width, height } : null
  }
  return null
}

/** Larger pictures are too expensive to decode; a page at 600 dpi has 34 million pixels. */
const LONGEST_SIDE = 10_000
const MAX_PIXELS = 40_000_000

export const exceedsPixelLimit = ({ width, height }: JpegHeader): boolean =>
  Math.max(width, height) > LONGEST_SIDE || width * height > MAX_PIXELS

/** Segments allowed in a clean file: quantization, Huffman, restart interval, a frame, scans, and JFIF. */
const needed: readonly number[] = [SOI, EOI, SOS, 0xdb, 0xc4, 0xdd, 0xe0, ...frames]

const isJfif = (bytes: Uint8Array, { start, end }: Segment) =>
  // Version and density, without a thumbnail.
  end - start === 14 && String.fromCharCode(...bytes.subarray(start, start + 5)) === 'JFIF\0'

/**
 * Whether bytes are one JPEG image and nothing else: no metadata (APP1 to APP15, comments), no embedded picture, no bytes
 * after the end.
 */
export const isCleanJpeg = (bytes: Uint8Array): boolean => {
  if (readJpegHeader(bytes) === null) return false
  let last = { marker: COM, end: 0 }
  let images = 0
  let scans = 0
  for (const segment of segmentsOf(bytes)) {
    if (!needed.includes(segment.marker)) return false
    if (segment.marker === 0xe0 && !isJfif(bytes, segment)) return false
    if (segment.marker === SOI) images += 1
    if (segment.marker === SOS) scans += 1
    last = segment
  }
  return images === 1 && scans > 0 && last.marker === EOI && last.end === bytes.length
}
