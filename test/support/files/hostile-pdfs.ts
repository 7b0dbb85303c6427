import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { catalog, encode, font, onePage, page, pageOf, pdfOf, stream } from './raw-pdf.ts'

/** PDFs that are far more expensive than their size, or not what they claim to be, as small as possible. */

/** The deflated form of a text repeated many times, created without the whole in memory. */
const deflatedTimes = (piece: Buffer, times: number): Buffer => {
  const block = deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH, level: 9 })
  return Buffer.concat([
    Buffer.of(0x78, 0xda),
    ...Array.from({ length: times }, () => block),
    // The empty last block, and a checksum that is not verified.
    Buffer.of(3, 0, 0, 0, 0, 0),
  ])
}

const blanks = () => deflatedTimes(Buffer.alloc(1_000_000, ' '), 1_000)

const text = (content: string) => encode(`BT /F 10 Tf 72 700 Td ${content} ET`)

/** Ten forms that each draw the next one ten times; the last draws a word. */
const forms = (): Buffer => {
  const first = 6
  const depth = 11
  const form = (index: number) =>
    stream(
      encode(index === depth - 1 ? 'BT /F 10 Tf (a) Tj ET' : '/X Do '.repeat(10)),
      '',
      `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F 5 0 R >> /XObject << /X ${first + index + 1} 0 R >> >>`,
    )
  const all = Array.from({ length: depth }, (_, index) => form(index))
  return pageOf(stream(encode('/X Do')), all, `/XObject << /X ${first} 0 R >>`)
}

const characterMap = (): Buffer => {
  const map = encode(
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n1 begincodespacerange <00000000> <ffffffff> endcodespacerange\n${'1 beginbfrange <00000000> <ffffffff> <0041> endbfrange\n'.repeat(20)}endcmap end end`,
  )
  return pdfOf([
    catalog,
    onePage,
    page(),
    stream(text('(a) Tj')),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>',
    stream(map),
  ])
}

const image = (side: number): Buffer => {
  const rows = deflatedTimes(Buffer.alloc(30_000), Math.ceil((side * side) / 8 / 30_000))
  return pageOf(
    stream(encode('600 0 0 700 0 0 cm /I Do')),
    [
      stream(
        rows,
        '/FlateDecode',
        `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 1 /ColorSpace /DeviceGray`,
      ),
    ],
    '/XObject << /I 6 0 R >>',
  )
}

const plain = () => pageOf(stream(text('(Annual Credit Report) Tj')))

/** Files that must not do harm; each is refused, or read with its little content. */
export const hostilePdfs = (): Record<string, Buffer> => ({
  'two nested streams of a gigabyte': pageOf(
    stream(deflateSync(blanks(), { level: 9 }), '[/FlateDecode /FlateDecode]'),
  ),
  'a gigabyte of blanks': pageOf(stream(blanks(), '/FlateDecode')),
  'five million operators of text': pageOf(
    stream(
      Buffer.concat([deflatedTimes(encode(`BT /F 10 Tf 72 700 Td ${'(a) Tj\n'.repeat(50_000)}ET\n`), 100)]),
      '/FlateDecode',
    ),
  ),
  'forms that draw forms': forms(),
  'a character map of four thousand million': characterMap(),
  'a line of two million letters': pageOf(
    stream(deflateSync(text(`(${'a'.repeat(2_000_000)}) Tj`)), '/FlateDecode'),
  ),
  '200,000 times one page': pdfOf([
    catalog,
    `<< /Type /Pages /Kids [${'3 0 R '.repeat(200_000)}] /Count 200000 >>`,
    page(),
    stream(text('(a) Tj')),
    font,
  ]),
  'an image of 900 million dots': image(30_000),
  'an array a million deep': pdfOf([catalog, onePage, `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`]),
  'a page tree that holds itself': pdfOf([catalog, '<< /Type /Pages /Kids [2 0 R] /Count 3 >>']),
  'a form that draws itself': pageOf(
    stream(encode('/X Do')),
    [
      stream(
        encode('/X Do'),
        '',
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>',
      ),
    ],
    '/XObject << /X 6 0 R >>',
  ),
  'a cross-reference table before itself': pdfOf(
    [catalog, onePage, page(), stream(text('(a) Tj')), font],
    '/Prev 9',
  ),
  'more pages than it has': pdfOf([
    catalog,
    '<< /Type /Pages /Kids [3 0 R] /Count 250 >>',
    page(),
    stream(text('(a) Tj')),
    font,
  ]),
  'fewer than no pages': pdfOf([catalog, '<< /Type /Pages /Kids [3 0 R] /Count -1 >>', page()]),
  'an encryption of nothing': pdfOf(
    [catalog, onePage, page(), stream(text('(a) Tj')), font],
    '/Encrypt << >>',
  ),
  'its first half': plain().subarray(0, plain().length / 2),
  'only a beginning': encode('%PDF-1.7\n'),
  'bytes without meaning': Buffer.concat([
    encode('%PDF-1.7\n'),
    Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7_919) % 256)),
  ]),
})
