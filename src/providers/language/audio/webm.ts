/**
 * How long a webm recording is, from its times alone (RFC 8794, RFC 9559). A browser writes it while it records: sizes are
 * left open and no duration is told, so the last block's time is what counts.
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

/** What is gone into; everything else is looked at or passed over. */
const opened: ReadonlySet<number> = new Set([SEGMENT, INFO, CLUSTER, BLOCK_GROUP])

type Number8 = { value: number; length: number; open: boolean }

/** A variable-length integer (RFC 8794, section 4); `keep`: with its marker, as element names are written. */
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

/** The time of a block in its cluster: two signed bytes behind the track's number. */
const blockTime = (bytes: Uint8Array): number => {
  const track = variable(bytes, 0, false)
  if (track === null || bytes.length < track.length + 2) return 0
  return new DataView(bytes.buffer, bytes.byteOffset).getInt16(track.length)
}

/** Seconds up to the last block, or the duration that is told when that is longer; null when no time is in it. */
export const webmSeconds = (bytes: Uint8Array): number | null => {
  let [scale, cluster, last, told, at] = [1_000_000, 0, -1, 0, 0]
  while (at < bytes.length) {
    const name = variable(bytes, at, true)
    const size = name && variable(bytes, at + name.length, false)
    if (!name || !size) break
    const from = at + name.length + size.length
    const value = bytes.subarray(from, size.open ? from : from + size.value)
    if (name.value === TIMESTAMP_SCALE) scale = whole(value)
    if (name.value === DURATION) told = float(value)
    if (name.value === TIMESTAMP) cluster = whole(value)
    if (name.value === SIMPLE_BLOCK || name.value === BLOCK) last = Math.max(last, cluster + blockTime(value))
    at = opened.has(name.value) ? from : from + size.value
  }
  const ticks = Math.max(last, told)
  return ticks > 0 ? (ticks * scale) / 1_000_000_000 : null
}
