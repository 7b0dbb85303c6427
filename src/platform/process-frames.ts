/**
 * Messages between the server and a process that reads untrusted files: a few parts, preceded by the length of each in
 * four bytes. No objects are passed, so a process compromised by a file can return only bytes.
 */

export const encodeFrame = (parts: readonly Uint8Array[]): Buffer => {
  const lengths = Buffer.alloc(4 * parts.length)
  parts.forEach((part, index) => lengths.writeUInt32BE(part.length, 4 * index))
  return Buffer.concat([lengths, ...parts])
}

/**
 * The messages of a stream, each of `parts` parts. Throws if a part is longer than `most` bytes. An incomplete message at
 * the end of the stream is dropped.
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
