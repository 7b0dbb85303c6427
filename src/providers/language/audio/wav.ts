const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const FMT = 0x20746d66
const DATA = 0x61746164

/** Seconds of a wave file: its data over its bytes a second (RIFF, `fmt ` and `data` chunks). A size past the end is cut. */
export const wavSeconds = (bytes: Uint8Array): number | null => {
  const view = viewOf(bytes)
  let perSecond = 0
  let at = 12
  while (at + 8 <= bytes.length) {
    const [name, size] = [view.getUint32(at, true), view.getUint32(at + 4, true)]
    if (name === FMT && at + 20 <= bytes.length) perSecond = view.getUint32(at + 16, true)
    if (name === DATA) return perSecond === 0 ? null : Math.min(size, bytes.length - at - 8) / perSecond
    at += 8 + size + (size % 2)
  }
  return null
}
