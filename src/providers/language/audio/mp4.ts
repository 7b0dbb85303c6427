const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** More boxes than this hold no question. */
const MOST = 10_000

type Box = { name: string; from: number; until: number }

/** The boxes between two places (ISO/IEC 14496-12, section 4.2); a broken one ends the list. */
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
 * Seconds of an mp4: the duration of its movie header, or, written in fragments, the time at which the last one begins;
 * null when neither is told.
 */
export const mp4Seconds = (bytes: Uint8Array): number | null => {
  const top = boxesIn(bytes, 0, bytes.length)
  const movie = inside(bytes, top, 'moov')
  const header = movie.find(box => box.name === 'mvhd')
  const media = inside(bytes, inside(bytes, movie, 'trak'), 'mdia').find(box => box.name === 'mdhd')
  const told = header ? timeAt(bytes, header, 16, 24) / scaleOf(bytes, header) : 0
  const starts = inside(bytes, inside(bytes, top, 'moof'), 'traf')
    .filter(box => box.name === 'tfdt')
    .map(box => timeAt(bytes, box, 4, 4))
  const fragments = media && starts.length > 0 ? Math.max(...starts) / scaleOf(bytes, media) : 0
  const seconds = Math.max(told, fragments)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}
