/**
 * What passes between the server and a process that reads pictures: messages of a few parts, the length of each in four
 * bytes before them all. No object crosses, so that a process taken over by a picture can hand back bytes alone.
 */

/** A message of these parts. */
export const encodeFrame = (parts: readonly Uint8Array[]): Buffer => {
  const lengths = Buffer.alloc(4 * parts.length)
  parts.forEach((part, index) => lengths.writeUInt32BE(part.length, 4 * index))
  return Buffer.concat([lengths, ...parts])
}

/**
 * The messages of a stream, each of that many parts. Throws when a part is longer than `most` bytes; ends with the stream,
 * where a message that broke off is left out.
 */
export async function* readFrames(
  stream: AsyncIterable<Buffer>,
  parts: number,
  most: number,
): AsyncGenerator<Buffer[]> {
  const head = 4 * parts
  let held: Buffer[] = []
  let size = 0
  let needed = head
  for await (const chunk of stream) {
    held.push(chunk)
    size += chunk.length
    while (size >= needed) {
      const bytes = Buffer.concat(held)
      const lengths = Array.from({ length: parts }, (_, index) => bytes.readUInt32BE(4 * index))
      if (lengths.some(length => length > most)) throw new Error('a part is longer than it may be')
      const whole = lengths.reduce((sum, length) => sum + length, head)
      held = [bytes]
      needed = whole
      if (size < whole) break
      let at = head
      yield lengths.map(length => bytes.subarray(at, (at += length)))
      held = [bytes.subarray(whole)]
      size -= whole
      needed = head
    }
  }
}
