import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maya } from '#test/support/reports/disputed-report.ts'
import { freezeLetters } from '../letters/freeze.ts'
import { listLetterPieces, type Piece, paginate, sheet } from './letter-layout.ts'

const piece = (text: string, keep = false): Piece => ({ style: 'paragraph', text, gap: 10, keep })

/** The text is the height: `100` is 100 points high. */
const heightOf = ({ text }: Piece) => Number(text)

const room = sheet.bottom - sheet.firstTop
const roomLater = sheet.bottom - sheet.nextTop

describe('pages', () => {
  it('begin below the windows and place pieces with their gaps', () => {
    const [page] = paginate([piece('100'), piece('50')], heightOf)
    expect(page?.map(({ y }) => y)).toEqual([sheet.firstTop, sheet.firstTop + 110])
  })

  it('break before a piece that does not fit, which then begins at the top', () => {
    const pages = paginate([piece(String(room - 40)), piece('50')], heightOf)
    expect(pages.map(page => page.map(({ y }) => y))).toEqual([[sheet.firstTop], [sheet.nextTop]])
  })

  it('are laid out measuring each piece once', () => {
    const measured: string[] = []
    const pieces = ['40', '50', '60'].map(text => piece(text))
    paginate(pieces, one => {
      measured.push(one.text)
      return heightOf(one)
    })
    expect(measured.toSorted()).toEqual(['40', '50', '60'])
  })

  it('keep a heading with the next piece', () => {
    const pages = paginate([piece(String(room - 60)), piece('30', true), piece('30')], heightOf)
    expect(pages.map(page => page.length)).toEqual([1, 2])
  })

  it('begin with the last paragraph if the sender and the signature no longer fit', () => {
    const asked = { action: 'place', bureaus: ['Experian'], from: null, until: null } as const
    const [letter] = freezeLetters(asked, {
      sender: maya,
      reportDate: null,
      sandbox: false,
      enclosed: [],
      today: '2026-11-20',
    })
    const pieces = letter ? listLetterPieces(letter) : []
    const texts = paginate(pieces, ({ style }) => (style === 'fact' ? 12 : 80)).map(page =>
      page.map(({ piece: { text } }) => text),
    )
    expect(texts.map(([first]) => first)).toEqual([
      'Re: Request for a security freeze',
      'My details below identify me.',
    ])
    expect(texts.at(-1)).toContain('Sincerely,')
  })

  it('keep a section number of the Act together with the Act’s name', () => {
    const [letter] = freezeLetters(
      { action: 'place', bureaus: ['Experian'], from: null, until: null },
      { sender: maya, reportDate: null, sandbox: false, enclosed: [], today: '2026-11-20' },
    )
    const text = (letter ? listLetterPieces(letter) : []).map(one => one.text).join(' ')
    expect(text).toContain(
      'under section\u00a0605A(i) of the Fair Credit Reporting Act, 15\u00a0U.S.C.\u00a01681c-1(i)(2)',
    )
  })

  it('break pieces that belong together only if they are longer than a page', () => {
    const long = Array.from({ length: 8 }, () => piece('100', true))
    expect(paginate([piece('10'), ...long], heightOf).map(page => page.length)).toEqual([1, 6, 2])
  })

  it('contain every piece once, in order, inside the sheet', () => {
    const pieces = fc.array(fc.record({ height: fc.integer({ min: 1, max: 300 }), keep: fc.boolean() }), {
      minLength: 1,
      maxLength: 60,
    })
    fc.assert(
      fc.property(pieces, sizes => {
        const all = sizes.map(({ height, keep }) => piece(String(height), keep))
        const pages = paginate(all, heightOf)
        expect(pages.flatMap(page => page.map(placed => placed.piece))).toEqual(all)
        for (const page of pages) {
          expect(page.length).toBeGreaterThan(0)
          for (const { piece: one, y } of page) expect(y + heightOf(one)).toBeLessThanOrEqual(sheet.bottom)
        }
        expect(roomLater).toBeGreaterThan(room)
      }),
    )
  })
})
