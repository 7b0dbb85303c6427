import { describe, expect, it } from 'vitest'
import { pdfDictionaries, pdfLines } from '#test/support/files/pdf-text.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { accountLettersFor, ids } from '#test/support/reports/disputed-report.ts'
import { editableText, type Letter } from '../letters/letter.ts'
import { fitsPageLimit } from './letter-layout.ts'
import { renderLetterPdf } from './letter-pdf.ts'
import type { PrintedEnclosure } from './pdf-drawing.ts'

const letters = accountLettersFor(
  [{ accountId: ids.meridian, bureaus: ['TransUnion', 'Experian'], reason: 'not_mine' }],
  { sandbox: true },
)
const [first] = letters
if (!first) throw new Error('there is no letter')

const licence: PrintedEnclosure = {
  name: 'License',
  picture: await plainPicture({ width: 1200, height: 800 }),
}
const bill: PrintedEnclosure = {
  name: 'Water bill',
  picture: await plainPicture({ width: 40, height: 30, seed: 2 }),
}

const print = (enclosures: PrintedEnclosure[], which: Letter[] = letters, reworded: string | null = null) =>
  renderLetterPdf({
    title: 'Meridian Collections',
    createdAt: new Date('2026-11-20T17:04:05.678Z'),
    letters: which.map(letter => ({ letter, reworded })),
    enclosures,
  })

const timesIn = (pdf: Uint8Array, part: Uint8Array) =>
  Buffer.from(pdf).toString('latin1').split(Buffer.from(part).toString('latin1')).length - 1

describe('the enclosures of letters', () => {
  it('are pages after each letter, named and counted with it', async () => {
    const pages = pdfLines(await print([licence, bill]))
    expect(pages).toHaveLength(6)
    const heads = pages.map(lines => lines.find(line => line.startsWith('Enclosure ')) ?? null)
    const own = [null, 'Enclosure 1 of 2: License', 'Enclosure 2 of 2: Water bill']
    expect(heads).toEqual([...own, ...own])
    expect(pages.map(lines => lines.at(-1))).toEqual([1, 2, 3, 1, 2, 3].map(page => `Page ${page} of 3`))
    for (const lines of pages) expect(lines).toContain('Sandbox letter, do not mail')
  })

  it('are in the file unchanged, once each', async () => {
    const pdf = await print([licence, bill])
    expect(timesIn(pdf, licence.picture)).toBe(1)
    expect(timesIn(pdf, bill.picture)).toBe(1)
    expect(pdfDictionaries(pdf).match(/\/Filter \/DCTDecode/g)).toHaveLength(2)
  })

  it('are figures with an accessible name and their position on the page', async () => {
    const contents = pdfDictionaries(await print([licence, bill], [first]))
    expect(contents.match(/\/S \/Figure\n/g)).toHaveLength(2)
    expect(contents).toContain('/Alt (Copy of License)')
    expect(contents).toContain('/Alt (Copy of Water bill)')
    const boxes = [...contents.matchAll(/\/BBox \[([\d. -]+)\]/g)].map(([, box = '']) =>
      box.split(' ').map(Number),
    )
    expect(boxes).toEqual([
      [72, 682 - 312, 540, 682],
      [72, 682 - 30, 112, 682],
    ])
  })

  it('are the same bytes when rendered twice', async () => {
    expect(Buffer.compare(await print([licence, bill]), await print([licence, bill]))).toBe(0)
    expect(Buffer.compare(await print([licence, bill]), await print([bill, licence]))).not.toBe(0)
  })

  it('must be pictures', async () => {
    await expect(print([{ name: 'Not one', picture: Buffer.from('%PDF-1.7') }])).rejects.toThrow('no JPEG')
  })
})

describe('a letter reworded by the user', () => {
  it("prints the user's wording instead of its own, and keeps the rest", async () => {
    const [opening = '', item = ''] = editableText(first).split('\n\n')
    const pdf = await print([], [first], `Dear people,\nplease look again.\n\n${item}\n\nThank you.`)
    const lines = pdfLines(pdf).flat()
    expect(lines).toEqual(expect.arrayContaining(['Dear people,', 'please look again.', 'Thank you.']))
    expect(lines.join(' ')).not.toContain(opening.slice(0, 40))
    expect(lines).toContain('MERIDIAN COLLECTIONS')
    expect(pdfDictionaries(pdf)).toMatch(/\/S \/H2\n/)
    expect(lines).toContain('About me')
  })
})

describe('the length of a letter', () => {
  it('is sufficient for usual letters, and bounded by what can be mailed', () => {
    expect(fitsPageLimit(first, null, 10)).toBe(true)
    expect(fitsPageLimit(first, 'Please look again. '.repeat(1_050), 10)).toBe(true)
    expect(fitsPageLimit(first, Array(3_000).fill('a').join('\n\n'), 0)).toBe(false)
  })

  it.each([
    ['one paragraph', 'I never had an account with this company, and nobody asked me. '.repeat(150).trim()],
    ['lines', Array(400).fill('No answer came.').join('\n')],
    ['one word', 'x'.repeat(9_000)],
  ])('breaks across pages and stays on the sheet: %s', async (_, words) => {
    const pages = pdfLines(await print([], [first], words))
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.map(lines => lines.at(-1))).toEqual(
      pages.map((_page, index) => `Page ${index + 1} of ${pages.length}`),
    )
    const contents = pages.flatMap(lines =>
      lines.filter(line => !/^(Page|Maya Brooks, letter)|^Sandbox/.test(line)),
    )
    expect(contents.join(' ').replaceAll(/\s+/g, '')).toContain(words.replaceAll(/\s+/g, ''))
  })

  it.each([
    ['English', 'I never had an account with this company, and nobody asked me. '.repeat(150)],
    ['capitals', 'I NEVER HAD AN ACCOUNT WITH THIS COMPANY, AND NOBODY ASKED ME. '.repeat(150)],
    ['short paragraphs', Array(400).fill('No.').join('\n\n')],
    ['lines', Array(900).fill('No').join('\n')],
  ])('is never underestimated: %s', async (_, words) => {
    const pages = pdfLines(await print([], [first], words)).length
    for (const enclosures of [58 - pages + 1, 58 - pages + 10])
      expect(fitsPageLimit(first, words, enclosures)).toBe(false)
  })
})
