import { otherFileTypes, PLANTED } from './hostile-bytes.ts'
import {
  createCmykPicture,
  createGreyPicture,
  createPicture,
  phonePicture,
  plainPicture,
} from './pictures.ts'

/** `becomes`: the upload is kept (as a clean JPEG), refused, or either, if libraries may differ. */
export type Hostile = { name: string; bytes: Buffer; becomes: 'kept' | 'refused' | 'either' }

const SOI = Buffer.of(0xff, 0xd8)
const EOI = Buffer.of(0xff, 0xd9)

const segment = (marker: number, content: Uint8Array) => {
  const head = Buffer.of(0xff, marker, 0, 0)
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** An image with segments right after its start. */
const withSegments = (picture: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([SOI, ...segments, picture.subarray(2)])

/** Where a frame header's content begins. */
const frameAt = (picture: Buffer) => {
  for (let at = 2; at < picture.length; at += 2 + picture.readUInt16BE(at + 2)) {
    const marker = picture[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc2) return at + 4
  }
  throw new Error('this picture has no frame')
}

/** An image with a changed frame header. */
const reframed = (picture: Buffer, change: (frame: Buffer, marker: Buffer) => void) => {
  const copy = Buffer.from(picture)
  const at = frameAt(copy)
  change(copy.subarray(at), copy.subarray(at - 3, at - 2))
  return copy
}

/** An image without its segments of one marker. */
const without = (picture: Buffer, marker: number) => {
  const parts: Buffer[] = [SOI]
  let at = 2
  while (picture[at + 1] !== 0xda) {
    const end = at + 2 + picture.readUInt16BE(at + 2)
    if (picture[at + 1] !== marker) parts.push(picture.subarray(at, end))
    at = end
  }
  return Buffer.concat([...parts, picture.subarray(at)])
}

const family = (becomes: Hostile['becomes'], named: Record<string, Buffer>): Hostile[] =>
  Object.entries(named).map(([name, bytes]) => ({ name, bytes, becomes }))

const mapped = (named: Record<string, Buffer>, prefix: string, change: (bytes: Buffer) => Buffer) =>
  Object.fromEntries(Object.entries(named).map(([name, bytes]) => [`${prefix} ${name}`, change(bytes)]))

/** Other kinds of files: unchanged, after the first bytes of a JPEG, before a JPEG, after one and inside one. */
const disguised = async (plain: Buffer): Promise<Hostile[]> => {
  const others = await otherFileTypes()
  return [
    ...family('refused', others),
    ...family(
      'refused',
      mapped(others, 'the first bytes of a JPEG and', bytes => Buffer.concat([SOI, Buffer.of(0xff), bytes])),
    ),
    ...family(
      'refused',
      mapped(others, 'before a JPEG', bytes => Buffer.concat([bytes, plain])),
    ),
    ...family(
      'kept',
      mapped(others, 'behind a JPEG', bytes => Buffer.concat([plain, bytes])),
    ),
    ...family(
      'kept',
      mapped(others, 'in a comment of a JPEG', bytes =>
        withSegments(plain, segment(0xfe, bytes.subarray(0, 60_000))),
      ),
    ),
    ...family(
      'kept',
      mapped(others, 'in APP13 of a JPEG', bytes =>
        withSegments(plain, segment(0xed, bytes.subarray(0, 60_000))),
      ),
    ),
  ]
}

const truncated = (pictures: Record<string, Buffer>): Hostile[] =>
  Object.entries(pictures).flatMap(([name, bytes]) =>
    Array.from({ length: 19 }, (_, index) => ({
      name: `${name} cut after ${(index + 1) * 5} percent`,
      bytes: bytes.subarray(0, Math.floor((bytes.length * (index + 1)) / 20)),
      becomes: 'refused' as const,
    })),
  )

/** Frame headers that contradict the data. */
const lying = (plain: Buffer): Hostile[] => {
  const markers = [0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]
  const sides: [number, number][] = [
    [0, 48],
    [64, 0],
    [65_535, 65_535],
    [10_001, 1],
    [1, 10_001],
    [65_535, 1],
    [8_000, 5_001],
    [10_000, 4_000],
    [6_000, 6_000],
  ]
  return [
    ...markers.map(marker => ({
      name: `the frame marker ${marker.toString(16)}`,
      bytes: reframed(plain, (_, own) => own.writeUInt8(marker)),
      becomes: marker === 0xc1 ? ('either' as const) : ('refused' as const),
    })),
    ...[0, 1, 7, 9, 12, 16, 255].map(precision => ({
      name: `${precision} bits a sample`,
      bytes: reframed(plain, frame => frame.writeUInt8(precision)),
      becomes: 'refused' as const,
    })),
    ...sides.map(([width, height]) => ({
      name: `${width} by ${height} pixels, by its header`,
      bytes: reframed(plain, frame => {
        frame.writeUInt16BE(height, 1)
        frame.writeUInt16BE(width, 3)
      }),
      becomes: 'refused' as const,
    })),
    ...[0, 2, 4, 5, 255].map(components => ({
      name: `${components} components`,
      bytes: reframed(plain, frame => frame.writeUInt8(components, 5)),
      becomes: 'refused' as const,
    })),
    ...[0x00, 0x01, 0x10, 0x55, 0xff].map(sampling => ({
      name: `a sampling of ${sampling.toString(16)}`,
      bytes: reframed(plain, frame => frame.writeUInt8(sampling, 7)),
      becomes: 'refused' as const,
    })),
    ...[4, 9, 255].map(table => ({
      name: `quantisation table ${table}`,
      bytes: reframed(plain, frame => frame.writeUInt8(table, 8)),
      becomes: 'refused' as const,
    })),
  ]
}

/** EXIF whose directory points at itself, and one that claims four billion entries. */
const exif = (...directory: number[]) =>
  segment(
    0xe1,
    Buffer.concat([
      Buffer.from('Exif\0\0II*\0', 'latin1'),
      Buffer.of(8, 0, 0, 0, ...directory),
      Buffer.from(PLANTED),
    ]),
  )

const nested = (picture: Buffer, depth: number): Buffer =>
  depth === 0 ? picture : withSegments(picture, segment(0xe1, nested(picture, depth - 1)))

const chains = async (plain: Buffer, progressive: Buffer): Promise<Hostile[]> => {
  const scans = progressive.subarray(progressive.indexOf(Buffer.of(0xff, 0xda)), -2)
  const full = Buffer.alloc(65_533, 0x41)
  const comment = segment(0xfe, Buffer.from(PLANTED))
  const profile = (number: number, of: number) =>
    segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.of(number, of), Buffer.from(PLANTED)]))
  return [
    ...family('kept', {
      'twenty thousand comments': withSegments(plain, ...Array.from({ length: 20_000 }, () => comment)),
      'a megabyte of EXIF': withSegments(plain, ...Array.from({ length: 16 }, () => segment(0xe1, full))),
      'EXIF that points at itself': withSegments(plain, exif(1, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0)),
      'EXIF of endless entries': withSegments(
        plain,
        exif(0xff, 0xff, 0x0f, 1, 2, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0),
      ),
      'EXIF turned by 200': withSegments(plain, exif(1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 200, 0, 0, 0)),
      'pictures within pictures': nested(await plainPicture({ width: 8, height: 8 }), 12),
      'two pictures': Buffer.concat([plain, plain]),
      'metadata of a phone': await phonePicture(),
    }),
    ...family('either', {
      'a color profile in pieces that are missing': withSegments(plain, profile(2, 9)),
      'a color profile of nothing': withSegments(plain, profile(1, 1)),
      'two starts': Buffer.concat([SOI, plain]),
      'fill bytes between segments': Buffer.concat([SOI, Buffer.alloc(10_000, 0xff), plain.subarray(2)]),
      'no quantisation tables': without(plain, 0xdb),
      'no Huffman tables': without(plain, 0xc4),
      'no JFIF': without(plain, 0xe0),
      'a scan sent twice': Buffer.concat([
        plain.subarray(0, -2),
        plain.subarray(plain.indexOf(Buffer.of(0xff, 0xda))),
      ]),
      'a hundred times the scans': Buffer.concat([
        progressive.subarray(0, -2),
        ...Array.from({ length: 100 }, () => scans),
        EOI,
      ]),
      'a missing end': plain.subarray(0, -2),
    }),
    ...family('refused', {
      'no frame': without(plain, 0xc0),
      'a segment of no length': withSegments(plain, Buffer.of(0xff, 0xe1, 0, 0)),
      'a segment beyond the end': withSegments(plain, Buffer.of(0xff, 0xe1, 0xff, 0xff)),
      'its bytes in reverse': Buffer.from(plain.toReversed()),
    }),
  ]
}

/** Valid images of every kind that people have. */
const unusual = async (): Promise<Hostile[]> => {
  const turned: Record<string, Buffer> = {}
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8])
    turned[`turned by orientation ${orientation}`] = await createPicture()
      .jpeg()
      .withMetadata({ orientation })
      .toBuffer()
  return family('kept', {
    ...turned,
    'four inks': await createCmykPicture().jpeg().toBuffer(),
    grays: await createGreyPicture().jpeg().toBuffer(),
    progressive: await createPicture().jpeg({ progressive: true }).toBuffer(),
    'progressive grays': await createGreyPicture().jpeg({ progressive: true }).toBuffer(),
    'full color': await createPicture().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
    'the lowest quality': await createPicture().jpeg({ quality: 1 }).toBuffer(),
    'the highest quality': await createPicture().jpeg({ quality: 100 }).toBuffer(),
    'a wide color space': await createPicture().withIccProfile('p3').jpeg().toBuffer(),
    'one pixel': await plainPicture({ width: 1, height: 1 }),
    'a line of 10,000 pixels': await plainPicture({ width: 10_000, height: 1 }),
    'a column of 10,000 pixels': await plainPicture({ width: 1, height: 10_000 }),
  })
}

/** More than three hundred generated files. */
export const hostilePictures = async (): Promise<Hostile[]> => {
  const plain = await plainPicture()
  const progressive = await createPicture().jpeg({ progressive: true }).toBuffer()
  return [
    ...(await disguised(plain)),
    ...truncated({ 'a plain picture': plain, 'a progressive picture': progressive }),
    ...lying(plain),
    ...(await chains(plain, progressive)),
    ...(await unusual()),
  ]
}
