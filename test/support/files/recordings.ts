/** Small recordings, written byte by byte: one per container, with a given duration. */

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1')

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const u32le = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const element = (name: number[], value: Buffer): Buffer =>
  Buffer.concat([Buffer.from(name), u32(0x10000000 + value.length), value])

const OPEN = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])

const cluster = (milliseconds: number): Buffer =>
  Buffer.concat([
    Buffer.from([0x1f, 0x43, 0xb6, 0x75]),
    OPEN,
    element([0xe7], u32(milliseconds)),
    element([0xa3], Buffer.from([0x81, 0x00, 0x14, 0x80, 1, 2, 3, 4])),
  ])

/** A webm as written by a browser while recording: unknown sizes, no duration, a block every ten seconds. */
export const webm = (seconds: number): Buffer =>
  Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], ascii('webm'))),
    Buffer.from([0x18, 0x53, 0x80, 0x67]),
    OPEN,
    element([0x15, 0x49, 0xa9, 0x66], element([0x2a, 0xd7, 0xb1], u32(1_000_000))),
    ...Array.from({ length: Math.ceil(seconds / 10) + 1 }, (_, at) =>
      cluster(Math.max(0, Math.min(at * 10, seconds) * 1_000 - 20)),
    ),
  ])

/** A wave file of silence, 8,000 bytes a second. */
export const wav = (seconds: number): Buffer => {
  const data = Buffer.alloc(seconds * 8_000, 128)
  const format = Buffer.concat([
    Buffer.from([1, 0, 1, 0]),
    u32le(8_000),
    u32le(8_000),
    Buffer.from([1, 0, 8, 0]),
  ])
  const body = Buffer.concat([
    ascii('WAVEfmt '),
    u32le(format.length),
    format,
    ascii('data'),
    u32le(data.length),
    data,
  ])
  return Buffer.concat([ascii('RIFF'), u32le(body.length), body])
}

const oggPage = (position: bigint, content: Buffer): Buffer => {
  const head = Buffer.alloc(26)
  head.write('OggS', 0, 'latin1')
  head.writeBigInt64LE(position, 6)
  return Buffer.concat([head, Buffer.from([1, content.length]), content])
}

/** An Ogg with an Opus head and a last page at the end. */
export const ogg = (seconds: number): Buffer =>
  Buffer.concat([
    oggPage(0n, Buffer.concat([ascii('OpusHead'), Buffer.alloc(11)])),
    oggPage(BigInt(seconds) * 48_000n, Buffer.from([1, 2, 3])),
  ])

const box = (name: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  return Buffer.concat([u32(body.length + 8), ascii(name), body])
}

/** An mp4 with its duration in the movie header; `fragments`: as written by a browser, in fragments and without it. */
export const mp4 = (seconds: number, { fragments = false } = {}): Buffer => {
  const header = (name: string, duration: number) =>
    box(name, u32(0), u32(0), u32(0), u32(1_000), u32(duration))
  const duration = fragments ? 0 : seconds * 1_000
  const movie = box('moov', header('mvhd', duration), box('trak', box('mdia', header('mdhd', duration))))
  const fragment = (at: number) => box('moof', box('traf', box('tfdt', u32(0), u32(at * 1_000))))
  return Buffer.concat([
    box('ftyp', ascii('isom'), u32(0)),
    movie,
    ...(fragments ? [fragment(0), fragment(seconds)] : []),
    box('mdat', Buffer.alloc(8)),
  ])
}
