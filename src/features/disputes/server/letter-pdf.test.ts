import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { pdfDictionaries, pdfLines } from '#test/support/files/pdf-text.ts'
import { accountLettersFor, ids } from '#test/support/reports/disputed-report.ts'
import type { AccountDispute } from '../dispute-requests.ts'
import { type Letter, letterText } from '../letters/letter.ts'
import { renderLetterPdf } from './letter-pdf.ts'

const meridian: AccountDispute['items'][number] = {
  accountId: ids.meridian,
  bureaus: ['TransUnion', 'Experian'],
  reason: 'not_mine',
}

const print = (letters: Letter[], createdAt = new Date('2026-11-20T17:04:05.678Z')) =>
  renderLetterPdf({
    title: 'Meridian Collections',
    createdAt,
    letters: letters.map(letter => ({ letter, reworded: null })),
    enclosures: [],
  })

const long = 'I have written to them many times and every time they answered something else. '.repeat(12)

/** Words with normalized whitespace. */
const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** The texts of the XMP packet by element, as an XML parser reads them. */
const xmpTexts = (pdf: Uint8Array): Record<string, string> => {
  const [packet = ''] = /<x:xmpmeta.*<\/x:xmpmeta>/s.exec(Buffer.from(pdf).toString('utf8')) ?? []
  const parser = new SaxesParser({ xmlns: true })
  const [path, texts]: [string[], Record<string, string>] = [[], {}]
  parser.on('opentag', ({ name }) => path.push(name))
  parser.on('closetag', () => path.pop())
  parser.on('text', text => {
    const name = path.find(each => each.startsWith('dc:'))
    if (name !== undefined) texts[name] = `${texts[name] ?? ''}${text}`.trim()
  })
  parser.write(packet).close()
  return texts
}

describe('the metadata of a letter', () => {
  it.each([
    'Smith & Sons <Collections>',
    'A]]>B "C" \'D\'',
    '</rdf:li><b>',
    'Ñandú & Łódź',
    'bell\u0007\u0000 end',
  ])('contains the title %j, and stays well-formed XML', async title => {
    const pdf = await renderLetterPdf({
      title,
      createdAt: new Date('2026-11-20T17:04:05.678Z'),
      letters: accountLettersFor([meridian]).map(letter => ({ letter, reworded: null })),
      enclosures: [],
    })
    // The letter is the user's own: no company that bureaus could mistake for its author.
    expect(Buffer.from(pdf).toString('latin1')).not.toContain('Fairfile')
    expect(xmpTexts(pdf)['dc:title']).toBe(title.replaceAll(/\p{Cc}/gu, ''))
  })
})

describe('a letter as PDF', () => {
  it('contains exactly the letter’s text', async () => {
    const [letter] = accountLettersFor([{ ...meridian, explanation: 'José Ñuñez – “fi ffl” office' }])
    if (!letter) throw new Error('there is no letter')
    const lines = pdfLines(await print([letter])).flat()
    const printed = words(lines.join(' '))
    for (const paragraph of letterText(letter).split(/\n+/)) {
      const [label, value] = paragraph.split(/: (.*)/s)
      const contents = letter.identification
        .concat(letter.items.flatMap(item => item.facts))
        .some(fact => fact.label === label)
        ? `${label} ${value}`
        : paragraph
      expect(printed).toContain(words(contents))
    }
    expect(lines.join('')).not.toContain('\uFFFD')
  })

  it('has one page for one account', async () => {
    const [letter] = accountLettersFor([{ ...meridian, explanation: long.slice(0, 150) }])
    expect(pdfLines(await print(letter ? [letter] : []))).toHaveLength(1)
  })

  it('is US Letter, tagged as PDF/UA, titled, in English, with embedded subsets of its fonts', async () => {
    const contents = pdfDictionaries(await print(accountLettersFor([meridian])))
    expect(contents.match(/\/MediaBox \[[^\]]*\]/g)).toEqual([
      '/MediaBox [0 0 612 792]',
      '/MediaBox [0 0 612 792]',
    ])
    expect(contents).toContain('/Marked true')
    expect(contents).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(contents).toContain('/Lang (en-US)')
    expect(contents).toContain('/DisplayDocTitle true')
    expect(contents).toContain('(Meridian Collections)')
    expect(contents).toMatch(/\/FontName \/[A-Z]{6}\+PublicSans-Regular/)
    expect(contents).toMatch(/\/FontName \/[A-Z]{6}\+PublicSans-Bold/)
    expect(contents.match(/\/FontFile2/g)).toHaveLength(2)
    for (const type of ['Document', 'Sect', 'H1', 'H2', 'P', 'L', 'LI', 'Lbl', 'LBody']) {
      expect(contents).toContain(`/S /${type}\n`)
    }
  })

  it('is the same bytes when rendered twice, and different for another letter or time', async () => {
    const letters = accountLettersFor([meridian])
    const first = await print(letters)
    expect(Buffer.compare(first, await print(letters))).toBe(0)
    expect(Buffer.compare(first, await print(letters.slice(0, 1)))).not.toBe(0)
    expect(Buffer.compare(first, await print(letters, new Date('2026-11-21T00:00:00Z')))).not.toBe(0)
  })

  it('has numbered pages, counted separately for each letter', async () => {
    const items: AccountDispute['items'] = [
      { ...meridian, explanation: long },
      { accountId: ids.lakeshore, bureaus: ['TransUnion'], reason: 'never_late', explanation: long },
      { accountId: ids.harbor, bureaus: ['TransUnion'], reason: 'paid_or_settled', explanation: long },
    ]
    const pages = pdfLines(await print(accountLettersFor(items)))
    expect(pages.map(lines => lines.slice(-2).map(words))).toEqual([
      ['Maya Brooks, letter to TransUnion, November 20, 2026', 'Page 1 of 3'],
      ['Maya Brooks, letter to TransUnion, November 20, 2026', 'Page 2 of 3'],
      ['Maya Brooks, letter to TransUnion, November 20, 2026', 'Page 3 of 3'],
      ['Maya Brooks, letter to Experian, November 20, 2026', 'Page 1 of 2'],
      ['Maya Brooks, letter to Experian, November 20, 2026', 'Page 2 of 2'],
    ])
  })

  it('carries the sandbox mark on every page of an invented report, and only there', async () => {
    const items = [{ ...meridian, explanation: long }]
    const marks = async (sandbox: boolean) =>
      pdfLines(await print(accountLettersFor(items, { sandbox }))).map(lines =>
        lines.includes('Sandbox letter, do not mail'),
      )
    expect(await marks(true)).toEqual([true, true, true, true])
    expect(await marks(false)).toEqual([false, false, false, false])
  })

  it('accepts any text, even if no font can print it', async () => {
    const [letter] = accountLettersFor([meridian])
    if (!letter) throw new Error('there is no letter')
    const odd = { ...letter, subject: '😀 中文 \u202e \ud800', signature: 'x'.repeat(400) }
    expect(pdfLines(await print([odd])).length).toBeGreaterThan(0)
  })
})
