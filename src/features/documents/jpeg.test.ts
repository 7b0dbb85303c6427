import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exceedsPixelLimit, isCleanJpeg, readJpegHeader } from './jpeg.ts'

/** The smallest valid JPEG: 3 by 2 pixels, grayscale, with empty tables. */
const segment = (marker: number, ...content: number[]) => [
  0xff,
  marker,
  (content.length + 2) >> 8,
  (content.length + 2) & 0xff,
  ...content,
]
const soi = [0xff, 0xd8]
const eoi = [0xff, 0xd9]
const jfif = segment(0xe0, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0)
const sof = (marker = 0xc0, precision = 8, height = 2, width = 3, components = 1) =>
  segment(
    marker,
    precision,
    height >> 8,
    height & 0xff,
    width >> 8,
    width & 0xff,
    components,
    ...Array.from({ length: components }, (_, index) => [index + 1, 0x11, 0]).flat(),
  )
const sos = [...segment(0xda, 1, 1, 0, 0, 63, 0), 0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]
const file = (...parts: number[][]) => Uint8Array.from(parts.flat())
const clean = file(soi, jfif, segment(0xdb, 1), sof(), segment(0xc4, 1), sos, eoi)

describe('the header', () => {
  it('of a picture contains its size', () => {
    expect(readJpegHeader(clean)).toEqual({ width: 3, height: 2 })
    expect(readJpegHeader(file(soi, segment(0xe1, 1, 2), sof(0xc2, 8, 4_000, 6_000, 3), sos))).toEqual({
      width: 6_000,
      height: 4_000,
    })
  })

  it('is found behind fill bytes and restart markers', () => {
    expect(readJpegHeader(file(soi, [0xff, 0xff], sof(), sos, eoi))).toEqual({ width: 3, height: 2 })
  })

  it.each([
    ['twelve bits a sample', sof(0xc1, 12)],
    ['lossless', sof(0xc3)],
    ['arithmetic', sof(0xc9)],
    ['progressive arithmetic', sof(0xca)],
    ['two components', sof(0xc0, 8, 2, 3, 2)],
    ['no height', sof(0xc0, 8, 0)],
    ['no width', sof(0xc0, 8, 2, 0)],
    ['a frame that is cut', segment(0xc0, 8, 0, 2, 0, 3, 3)],
    ['a scan before the frame', sos],
    ['a segment of no length', [0xff, 0xe1, 0, 1]],
    ['a segment beyond the end', [0xff, 0xe1, 0xff, 0xff]],
  ])('of %s is not found', (_, part) => {
    expect(readJpegHeader(file(soi, part, sos, eoi))).toBeNull()
  })

  it('is never found in bytes that do not begin as a JPEG, and parsing never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
        expect(readJpegHeader(bytes)).toBeNull()
        expect(isCleanJpeg(bytes)).toBe(false)
      }),
    )
  })

  it('of thousands of segments is found in linear time', () => {
    const many = Array.from({ length: 300_000 }, () => segment(0xfe, 0x20)).flat()
    expect(readJpegHeader(file(soi, many, sof(), sos))).toEqual({ width: 3, height: 2 })
  })
})

it.each([
  [{ width: 10_000, height: 4_000 }, false],
  [{ width: 10_001, height: 1 }, true],
  [{ width: 8_000, height: 5_001 }, true],
])('%o has too many pixels: %s', (header, many) => {
  expect(exceedsPixelLimit(header)).toBe(many)
})

describe('a clean file', () => {
  it('is accepted', () => {
    expect(isCleanJpeg(clean)).toBe(true)
  })

  it.each([
    ['EXIF', file(soi, segment(0xe1, 0x45), sof(), sos, eoi)],
    ['a colour profile', file(soi, segment(0xe2, 0x49), sof(), sos, eoi)],
    ['IPTC', file(soi, segment(0xed, 0x50), sof(), sos, eoi)],
    ['a comment', file(soi, segment(0xfe, 0x50), sof(), sos, eoi)],
    ['a comment behind the scan', file(soi, sof(), sos, segment(0xfe, 0x50), eoi)],
    ['a thumbnail in JFIF', file(soi, segment(0xe0, ...jfif.slice(4, -2), 1, 1, 7, 7, 7), sof(), sos, eoi)],
    ['another APP0', file(soi, segment(0xe0, 0x4a, 0x46, 0x58, 0x58, 0), sof(), sos, eoi)],
    ['a byte after the end', file(soi, sof(), sos, eoi, [0])],
    ['a second image', file(soi, sof(), sos, soi, sof(), sos, eoi)],
    ['a second image after the end', file(soi, sof(), sos, eoi, soi, sof(), sos, eoi)],
    ['an end missing', file(soi, sof(), sos)],
    ['a scan missing', file(soi, sof(), eoi)],
  ])('is not a file with %s', (_, bytes) => {
    expect(isCleanJpeg(bytes)).toBe(false)
  })

  it('stays clean with any image data, but not with one byte more or less', () => {
    const data = fc.array(fc.integer({ min: 0, max: 254 }), { maxLength: 50 })
    fc.assert(
      fc.property(data, bytes => {
        const made = file(soi, sof(), segment(0xda, 1, 1, 0, 0, 63, 0), bytes, eoi)
        expect(isCleanJpeg(made)).toBe(true)
        expect(isCleanJpeg(made.subarray(0, -1))).toBe(false)
        expect(isCleanJpeg(Uint8Array.from([...made, 0]))).toBe(false)
      }),
    )
  })
})
