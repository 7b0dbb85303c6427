import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '#test/support/any-text.ts'
import { chanceOf, times } from '#test/support/chance.ts'
import { knownOwner } from '#test/support/reports/known-report.ts'
import { equifaxPages } from '#test/support/reports/printed/equifax.ts'
import { usualEquifax } from '#test/support/reports/printed/equifax-accounts.ts'
import {
  content,
  coverageOf,
  expectedOf,
  inquiriesOf,
  known,
  optionsOf,
  quirksOf,
  readReportIn,
} from '#test/support/reports/printed/equifax-known.ts'
import { readPages } from '../detect.ts'
import type { PagesText } from '../pages-text.ts'
import { accountLabelTable } from './account-blocks.ts'

describe('a known report, printed and read', () => {
  test('has equal content, for many people and all quirks', () => {
    for (let seed = 0; seed < times(24); seed += 1) {
      const report = known(seed)
      const quirks = quirksOf(seed)
      const read = readReportIn(equifaxPages(report, quirks, optionsOf(seed)))
      expect(content(read), `${seed}`).toEqual(content(expectedOf(report, quirks)))
      expect(coverageOf(read), `${seed}`).toMatchObject({
        monthsUnreadable: 0,
        pagesMissing: [],
        doubts: [],
        sections: ['personal', 'accounts', 'publicRecords', 'inquiries'],
      })
    }
  })

  test('has one inquiry per date if a company is listed once with several dates', () => {
    for (let seed = 0; seed < times(10); seed += 1) {
      const report = known(seed)
      const quirks = { ...usualEquifax, joinDates: true }
      const read = readReportIn(equifaxPages(report, quirks))
      expect(inquiriesOf(read)).toEqual(inquiriesOf(expectedOf(report, quirks)))
    }
  })

  test('with an empty file has "none", which is not unknown', () => {
    const report = { ...known(0), accounts: [], inquiries: [], publicRecords: [] }
    expect(coverageOf(readReportIn(equifaxPages(report))).stated).toEqual({
      accounts: 0,
      inquiries: 0,
      publicRecords: 0,
    })
  })

  test('four hundred accounts are read in time', () => {
    const rows = Array.from({ length: 40 }, (_, seed) => known(seed)).flatMap(({ accounts }) => accounts)
    const report = { ...known(0), accounts: rows.flatMap(row => [row, row]).slice(0, 400) }
    expect(readReportIn(equifaxPages(report)).accounts).toHaveLength(400)
  })
})

/** The words of each page moved, scaled and reordered in the file. */
const rearranged = (pages: PagesText, seed: number): PagesText => {
  const chance = chanceOf(seed + 99)
  chance.next()
  const changes = pages.pages.map(() => ({
    by: 0.8 + chance.next() / 2,
    x: chance.between(0, 40),
    y: chance.between(0, 9),
  }))
  const changeOf = (page: number) => changes[page - 1] ?? { by: 1, x: 0, y: 0 }
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map(one => ({ one, at: chance.next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one)
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      const { by } = changeOf(index + 1)
      return { ...page, width: page.width * by, height: page.height * by }
    }),
    words: shuffled(pages.words).map(word => {
      const { by, x, y } = changeOf(word.page)
      return { ...word, x: word.x * by + x, x2: word.x2 * by + x, y: word.y * by + y, size: word.size * by }
    }),
    shapes: shuffled(pages.shapes).map(shape => {
      const { by, x, y } = changeOf(shape.page)
      return {
        ...shape,
        x: shape.x * by + x,
        y: shape.y * by + y,
        width: shape.width * by,
        height: shape.height * by,
      }
    }),
  }
}

const withoutPage = (pages: PagesText, lost: number): PagesText => {
  const kept = <T extends { page: number }>(list: readonly T[]): T[] =>
    list.flatMap(one => (one.page === lost ? [] : [{ ...one, page: one.page - Number(one.page > lost) }]))
  return {
    ...pages,
    pages: pages.pages.filter((_, index) => index + 1 !== lost),
    words: kept(pages.words),
    shapes: kept(pages.shapes),
  }
}

test('moving, scaling and reordering the content of a page changes nothing', () => {
  for (let seed = 0; seed < times(12); seed += 1) {
    const pages = equifaxPages(known(seed), quirksOf(seed))
    const { coverage: _, ...expected } = readReportIn(pages)
    const { coverage: __, ...read } = readReportIn(rearranged(pages, seed))
    expect(read, `${seed}`).toEqual(expected)
  }
})

test('a missing page is reported', () => {
  for (let seed = 0; seed < times(10); seed += 1) {
    const pages = equifaxPages(known(seed))
    const lost = 1 + (seed % pages.pages.length)
    const reading = readPages(withoutPage(pages, lost), knownOwner)
    const missing = reading.kind === 'report' ? coverageOf(reading.report).pagesMissing : [lost]
    expect(missing, `${seed}`).toEqual([lost])
  }
})

test('no value contains a label, and no creditor is one', () => {
  const labels = Object.keys(accountLabelTable)
  for (let seed = 0; seed < times(10); seed += 1) {
    const { accounts } = readReportIn(equifaxPages(known(seed), quirksOf(seed), optionsOf(seed)))
    for (const { remarks: _, ...row } of accounts) {
      const values = Object.values(row).filter(value => typeof value === 'string')
      expect(values.filter(value => labels.some(label => value.includes(`${label}:`)))).toEqual([])
      expect(labels).not.toContain(row.creditorName)
    }
  }
})

test('any words of such a report at any position are read or refused', () => {
  const { words, pages, shapes } = equifaxPages(known(3))
  const place = fc.integer({ min: -100, max: 900 })
  const word = fc.record({
    page: fc.integer({ min: 1, max: pages.length }),
    x: place,
    x2: place,
    y: place,
    size: fc.integer({ min: -50, max: 50 }),
    text: fc.oneof(
      fc.constantFrom(...words.map(({ text }) => text)),
      anyText({ minLength: 1, maxLength: 9 }),
    ),
  })
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 400 }),
      fc.integer({ min: 0, max: words.length }),
      (added, from) => {
        const changed = {
          title: null,
          producer: null,
          pages,
          shapes,
          words: [...words.slice(from), ...added],
        }
        expect(['report', 'unreadable', 'noReport']).toContain(readPages(changed, knownOwner).kind)
      },
    ),
    { numRuns: times(40) },
  )
})

describe('another document', () => {
  const withRow = (text: string) => {
    const pages = equifaxPages(known(3))
    const added = text.split(' ').map((word, index) => ({
      page: 1,
      x: 20 + index * 80,
      x2: 90 + index * 80,
      y: 24,
      size: 6,
      text: word,
    }))
    return readPages({ ...pages, words: [...pages.words, ...added] }, knownOwner).kind
  }

  test('a heading with three bureaus is another product, a sentence about them is not', () => {
    expect(withRow('Equifax Experian TransUnion')).toBe('unreadable')
    expect(withRow('You may ask Equifax, Experian and TransUnion for it.')).toBe('report')
  })

  test('the confirmation number alone is not sufficient', () => {
    const { words, ...rest } = equifaxPages(known(3))
    const alone = words.filter(({ text }) => /^(?:Confirmation|#|\d{10})$/.test(text))
    expect(readPages({ ...rest, words: alone }, knownOwner).kind).toBe('unreadable')
  })
})
