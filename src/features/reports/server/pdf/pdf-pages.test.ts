import PDFDocument from 'pdfkit'
import { afterAll, expect, it } from 'vitest'
import { PdfAnswer } from './pdf-answer.ts'
import { createPdfPages } from './pdf-pages.ts'

const pdfPages = createPdfPages()
afterAll(() => pdfPages.close())

const answerTo = async (pdf: Uint8Array): Promise<PdfAnswer> => {
  const answer = await pdfPages.open(pdf)
  if (answer === null) throw new Error('the process died')
  return PdfAnswer.parse(JSON.parse(Buffer.from(answer).toString('utf8')))
}

const pagesOf = async (pdf: Uint8Array) => {
  const answer = await answerTo(pdf)
  if (answer.kind !== 'pages') throw new Error(answer.reason)
  return answer.pages
}

type Doc = InstanceType<typeof PDFDocument>

/** A PDF as our own library writes it. */
const draw = async (onto: (doc: Doc) => void, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> => {
  const doc = new PDFDocument({ size: 'LETTER', margin: 0, ...options })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise(resolve => doc.once('end', resolve))
  onto(doc)
  doc.end()
  await done
  return Buffer.concat(chunks)
}

const at = { lineBreak: false, baseline: 'alphabetic' } as const

/** One pixel, as an image that marks a cell. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

it('gives each word its place from the upper left corner', async () => {
  const pdf = await draw(
    doc => {
      doc.font('Helvetica').fontSize(10)
      doc.text('Date Opened', 72, 100, at).text('03/14/2019', 200, 100, at)
      doc.addPage().fontSize(20).text('$1,239', 72, 50, at)
    },
    { info: { Title: 'Ada Quill', Producer: 'any' } },
  )
  const { title, producer, pages, words } = await pagesOf(pdf)
  expect({ title, producer, pages }).toEqual({
    title: 'Ada Quill',
    producer: 'any',
    pages: [1, 2].map(() => ({ width: 612, height: 792, warned: false })),
  })
  expect(words).toMatchObject([
    { page: 1, text: 'Date', x: 72, y: 100, size: 10 },
    { page: 1, text: 'Opened', y: 100 },
    { page: 1, text: '03/14/2019', x: 200 },
    { page: 2, text: '$1,239', x: 72, y: 50, size: 20 },
  ])
  // Widths of Helvetica: D 722, a 556, t 278, e 556.
  expect(words[0]?.x2).toBeCloseTo(72 + 21.12, 1)
  expect(words[1]?.x).toBeCloseTo(72 + 21.12 + 2.78, 1)
})

it('keeps the cells of a grid apart, and joins what touches', async () => {
  const months = ['30', '60', '90', 'CO', 'CO', 'CO']
  const { words } = await pagesOf(
    await draw(doc => {
      doc.font('Helvetica').fontSize(8)
      months.forEach((mark, index) => doc.text(mark, 80 + 15 * index, 100, at))
      doc.text('Account charged o', 80, 120, at)
      doc.text('ff', 80 + doc.widthOfString('Account charged o'), 120, at)
    }),
  )
  expect(words.map(({ text }) => text)).toEqual([...months, 'Account', 'charged', 'off'])
})

it('gives marks that are drawn, with their color', async () => {
  const { shapes } = await pagesOf(
    await draw(doc => {
      doc.rect(100, 200, 10, 8).fill('#00aa00')
      doc.moveTo(120, 200).lineTo(124, 206).lineTo(130, 196).stroke('#007700')
      for (const x of [140, 150, 160, 170]) doc.image(dot, x, 200, { width: 6, height: 6 })
    }),
  )
  const image = { page: 1, y: 200, width: 6, height: 6, kind: 'image', color: null }
  expect(shapes).toEqual([
    { page: 1, x: 100, y: 200, width: 10, height: 8, kind: 'fill', color: '#00aa00' },
    { page: 1, x: 120, y: 196, width: 10, height: 10, kind: 'stroke', color: '#007700' },
    ...[140, 150, 160, 170].map(x => ({ ...image, x })),
  ])
})

it('leaves out what the page does not show', async () => {
  const { words } = await pagesOf(
    await draw(doc => {
      doc.font('Helvetica').fontSize(10)
      doc.text('shown', 72, 100, at)
      doc.text('below', 72, 900, at).text('beside', 700, 100, at)
      doc.save().rect(72, 200, 100, 20).clip()
      doc.text('inside', 72, 215, at).text('clipped', 72, 300, at).restore()
      doc.save().rotate(45).text('watermark', 300, 100, at).restore()
      doc.addContent('BT 3 Tr').text('scanned', 72, 400, at).addContent('BT 0 Tr')
      doc.text('last', 72, 500, at)
    }),
  )
  expect(words.map(({ text }) => text)).toEqual(['shown', 'inside', 'last'])
})
