import { afterAll, describe, expect, it } from 'vitest'
import { dot, drawPdf } from '#test/support/files/drawn-pdf.ts'
import { hostilePdfs } from '#test/support/files/hostile-pdfs.ts'
import { encode, pageOf, stream } from '#test/support/files/raw-pdf.ts'
import { PdfAnswer } from './pdf-answer.ts'
import { createPdfPages } from './pdf-pages.ts'

/** One process for many files: to start one costs more than most files do. */
const shared = createPdfPages({ filesEach: 100, concurrent: 1, processorSeconds: 5, timeoutMs: 120_000 })
/** Less CPU time than the server's limit, so that the most expensive files end sooner. */
const short = createPdfPages({ processorSeconds: 2, timeoutMs: 120_000 })
afterAll(() => {
  shared.close()
  short.close()
})

/** Null when the file exceeded the limits of its process. */
const answerTo = async (pdf: Uint8Array, pdfPages = shared): Promise<PdfAnswer | null> => {
  const answer = await pdfPages.open(pdf)
  return answer && PdfAnswer.parse(JSON.parse(Buffer.from(answer).toString('utf8')))
}

const pagesOf = async (pdf: Uint8Array) => {
  const answer = await answerTo(pdf)
  if (answer?.kind !== 'pages') throw new Error(answer?.reason ?? 'the process died')
  return answer.pages
}

const at = { lineBreak: false, baseline: 'alphabetic' } as const

it('returns each word with its position from the upper left corner', async () => {
  const pdf = await drawPdf(
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

it('separates the cells of a grid, and joins touching text', async () => {
  const months = ['30', '60', '90', 'CO', 'CO', 'CO']
  const { words } = await pagesOf(
    await drawPdf(doc => {
      doc.font('Helvetica').fontSize(8)
      months.forEach((mark, index) => doc.text(mark, 80 + 15 * index, 100, at))
      doc.text('Account charged o', 80, 120, at)
      doc.text('ff', 80 + doc.widthOfString('Account charged o'), 120, at)
    }),
  )
  expect(words.map(({ text }) => text)).toEqual([...months, 'Account', 'charged', 'off'])
})

it('returns drawn marks with their color', async () => {
  const { shapes } = await pagesOf(
    await drawPdf(doc => {
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

it('returns the position of every kind of image', async () => {
  const head = '/Type /XObject /Subtype /Image /Width 2 /Height 2'
  const image = stream(Buffer.from('abcd'), '', `${head} /BitsPerComponent 8 /ColorSpace /DeviceGray`)
  const mask = stream(Buffer.of(0x40, 0x80), '', `${head} /BitsPerComponent 1 /ImageMask true`)
  const solid = stream(Buffer.of(0), '', '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ImageMask true')
  const drawn = ['/I Do', '/M Do', '/S Do', 'BI /W 2 /H 2 /CS /G /BPC 8 ID abcd EI']
  const content = drawn.map((one, index) => `q 6 0 0 8 ${40 + 20 * index} 684 cm ${one} Q`).join('\n')
  const names = '/XObject << /I 6 0 R /M 7 0 R /S 8 0 R >>'
  const { shapes } = await pagesOf(pageOf(stream(encode(content)), [image, mask, solid], names))
  const of = { page: 1, y: 100, width: 6, height: 8, kind: 'image', color: null }
  expect(shapes).toEqual(drawn.map((_, index) => ({ ...of, x: 40 + 20 * index })))
})

it('leaves out what the page does not show', async () => {
  const { words, shapes } = await pagesOf(
    await drawPdf(doc => {
      doc.font('Helvetica').fontSize(10)
      doc.rect(700, 100, 20, 20).fill('#000000').rect(602, 100, 20, 20).fill('#000000')
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
  expect(shapes).toMatchObject([{ x: 602, width: 10 }])
})

describe('damage', () => {
  const lines = (page: number) => Array.from({ length: 40 }, (_, index) => `Page ${page} line ${index}`)
  const drawLines = () =>
    drawPdf(doc => {
      for (const page of [1, 2, 3]) {
        if (page > 1) doc.addPage()
        doc.font('Helvetica').fontSize(9)
        lines(page).forEach((line, index) => doc.text(line, 72, 50 + 15 * index, at))
      }
    })

  /** The start and end of the second page's content. */
  const secondContent = (pdf: Buffer) => {
    const start = pdf.indexOf('stream', pdf.indexOf('endstream') + 'endstream'.length) + 'stream\n'.length
    return { start, end: pdf.indexOf('\nendstream', start) }
  }

  it('of a page marks that page', async () => {
    const pdf = await drawLines()
    const { start, end } = secondContent(pdf)
    pdf.fill(0xff, start + 120, end)
    const { pages, words } = await pagesOf(pdf)
    expect(pages.map(({ warned }) => warned)).toEqual([false, true, false])
    const [first = 0, second, third] = [1, 2, 3].map(page => words.filter(word => word.page === page).length)
    expect(second).toBeLessThan(first)
    expect(third).toBe(first)
  })

  it('that leaves a page without content marks that page', async () => {
    const pdf = await drawLines()
    pdf.write('xxxxxx', secondContent(pdf).start - 'stream\n'.length)
    expect((await pagesOf(pdf)).pages.map(({ warned }) => warned)).toEqual([false, true, false])
  })

  it('that only changes letters marks all pages', async () => {
    const pdf = await drawLines()
    const { end } = secondContent(pdf)
    pdf.writeUInt8(pdf.readUInt8(end - 1) ^ 1, end - 1)
    expect((await pagesOf(pdf)).pages.map(({ warned }) => warned)).toEqual([true, true, true])
  })

  it('of the page tree marks all pages', async () => {
    const pdf = await drawLines()
    pdf.write('xxxxxxxx', pdf.lastIndexOf('startxref'))
    expect((await pagesOf(pdf)).pages.map(({ warned }) => warned)).toEqual([true, true, true])
  })
})

describe('a hostile file', () => {
  const ofLetters = (count: number) => ({ kind: 'pages', letters: count })
  const ends: Readonly<Record<string, unknown>> = {
    'two nested streams of a gigabyte': null,
    'forms that draw forms': null,
    '200,000 times one page': { kind: 'refused', reason: 'tooManyPages' },
    'an encryption of nothing': { kind: 'refused', reason: 'damaged' },
    'its first half': { kind: 'refused', reason: 'damaged' },
    'only a beginning': { kind: 'refused', reason: 'damaged' },
    'bytes without meaning': { kind: 'refused', reason: 'damaged' },
    'a character map of four thousand million': ofLetters(1),
    'a cross-reference table before itself': ofLetters(1),
    'more pages than it has': ofLetters(1),
  }

  /** `npm run lab -- hostile-pdfs` has these too, with the server's own limits. */
  const costly = ['a gigabyte of blanks', 'five million operators of text', 'a line of two million letters']

  it('is ended within the limits, and the next file is read', async () => {
    const ended: Record<string, unknown> = {}
    const files = Object.entries(hostilePdfs()).filter(([name]) => !costly.includes(name))
    for (let index = 0; index < files.length; index += 2) {
      const both = files.slice(index, index + 2).map(async ([name, bytes]) => {
        const answer = await answerTo(bytes, ends[name] === null ? short : shared)
        const letters =
          answer?.kind === 'pages' ? answer.pages.words.reduce((sum, { text }) => sum + text.length, 0) : 0
        ended[name] = answer?.kind === 'pages' ? ofLetters(letters) : answer
      })
      await Promise.all(both)
    }
    expect(ended).toEqual({ ...Object.fromEntries(files.map(([name]) => [name, ofLetters(0)])), ...ends })
    const { words } = await pagesOf(await drawPdf(doc => doc.fontSize(10).text('next', 72, 100, at)))
    expect(words).toMatchObject([{ text: 'next' }])
  })
})
