import { describe, expect, it } from 'vitest'
import { dot, drawPdf } from '#test/support/files/drawn-pdf.ts'
import { pdfLimits } from '../readers/pdf/limits.ts'
import type { PagesText, Shape, Word } from '../readers/pdf/pages-text.ts'
import { readPdfAnswer } from './read-document.ts'
import { readDocument } from './receive.ts'

const person = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }
const permitted = { accounts: 1_000, inquiries: 1_000, publicRecords: 1_000 }

const outcomeOf = async (bytes: Uint8Array): Promise<string> => {
  const read = await readDocument({ bytes, person, permitted })
  return read.kind === 'unreadable' ? read.message : read.kind
}

const letter =
  'Dear Ada Quill, thank you for your letter. We have looked into it and will write again. '.repeat(4)

describe('a PDF without a report is refused with what to do instead', () => {
  it.each([
    [
      'with a password',
      /locked with a password.*Save as PDF/,
      () => drawPdf(doc => doc.text(letter), { userPassword: 'secret' }),
    ],
    [
      'of pictures',
      /a picture of a report.*annualcreditreport\.com/,
      () =>
        drawPdf(doc => {
          for (const page of [1, 2, 3]) {
            if (page > 1) doc.addPage()
            doc.image(dot, 0, 0, { width: 612, height: 792 }).text(`scanned, page ${page} of 3`, 20, 20)
          }
        }),
    ],
    [
      'of more than 300 pages',
      /more than 300 pages/,
      () =>
        drawPdf(doc => {
          for (let page = 0; page < 300; page++) doc.addPage()
        }),
    ],
    ['that is cut off', /is damaged/, async () => (await drawPdf(doc => doc.text(letter))).subarray(0, 300)],
    ['of another kind', /don't know the layout/, () => drawPdf(doc => doc.text(letter))],
  ])('%s', async (_, words, make) => {
    expect(await outcomeOf(await make())).toMatch(words)
  })

  it('unless it opens without its password', async () => {
    const owned = await drawPdf(doc => doc.text(letter), { ownerPassword: 'secret' })
    expect(await outcomeOf(owned)).toMatch(/don't know the layout/)
  })
})

it.each([
  ['that contains files', 'PK\u0003\u0004\u0000', /ZIP file.*Unpack it/],
  ['in another encoding', '{"a":"\u00e9"}', /do not match the encoding.*in UTF-8/],
  ['without text', '\u00d0\u00cf\u0000\u0001', /doesn't contain text/],
])('a file %s is refused with what to do instead', async (_, text, words) => {
  expect(await outcomeOf(Buffer.from(text, 'latin1'))).toMatch(words)
})

describe('the result of a process is not trusted', () => {
  const page = { width: 612, height: 792, warned: false }
  const word: Word = { page: 1, x: 1, x2: 2, y: 3, size: 9, text: 'a' }
  const shape: Shape = { page: 1, x: 1, y: 2, width: 3, height: 4, kind: 'fill', color: '#00ff00' }
  const pages: PagesText = { title: null, producer: null, pages: [page], words: [word], shapes: [shape] }

  const read = async (answer: unknown) => {
    const bytes = Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer))
    const reading = await readPdfAnswer({ bytes, person, permitted })
    return reading.kind === 'unreadable' ? reading.message : reading.kind
  }

  it('is read if it is well-formed', async () => {
    expect(await read({ kind: 'pages', pages })).toMatch(/picture of a report/)
  })

  const times = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item)
  it.each<[string, unknown]>([
    ['no JSON', '{"kind":"pages",'],
    ['nothing', ''],
    ['another kind', { kind: 'report', report: {} }],
    ['more words than a report has', { ...pages, words: times(pdfLimits.words + 1, word) }],
    ['more shapes', { ...pages, shapes: times(pdfLimits.shapes + 1, shape) }],
    ['more pages', { ...pages, pages: times(pdfLimits.pages + 1, page) }],
    ['a word of a megabyte', { ...pages, words: [{ ...word, text: 'a'.repeat(1_000_000) }] }],
    ['a title of a megabyte', { ...pages, title: 'a'.repeat(1_000_000) }],
    ['a place that is no number', { ...pages, words: [{ ...word, x: null }] }],
    ['a place out of bounds', { ...pages, words: [{ ...word, y: 1e300 }] }],
    ['a word on no page', { ...pages, words: [{ ...word, page: 2 }] }],
    ['a shape on no page', { ...pages, shapes: [{ ...shape, page: 2 }] }],
    ['a color that is none', { ...pages, shapes: [{ ...shape, color: 'url(#x)' }] }],
    ['more than was asked', { ...pages, report: {} }],
  ])('%s', async (_, answer) => {
    const whole =
      typeof answer === 'object' && answer !== null && 'words' in answer
        ? { kind: 'pages', pages: answer }
        : answer
    expect(await read(whole)).toMatch(/is damaged/)
  })

  it('is read in a few seconds at its maximum size', async () => {
    const full = {
      ...pages,
      words: times(300_000, { ...word, text: 'word' }),
      shapes: times(pdfLimits.shapes, shape),
    }
    expect(await read({ kind: 'pages', pages: full })).toMatch(/don't know the layout/)
  })
})
