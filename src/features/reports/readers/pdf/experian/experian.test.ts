import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { chanceOf, times } from '#test/support/chance.ts'
import { knownOwner, knownReport } from '#test/support/reports/known-report.ts'
import { expectedOfExperian as expected, plainRows } from '#test/support/reports/printed/experian-expected.ts'
import {
  type ExperianQuirks,
  experianAddress,
  experianPage,
  experianTitle,
  plainQuirks,
} from '#test/support/reports/printed/experian-page.ts'
import { type PagesOptions, toPagesText } from '#test/support/reports/printed/page-rows.ts'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Account, Report } from '../../../canonical.ts'
import { judge } from '../../../coverage.ts'
import { readPages } from '../detect.ts'
import type { PagesText } from '../pages-text.ts'

const seeds = Array.from({ length: times(24) }, (_, seed) => seed)

const knownAt = (seed: number): Report => knownReport(seed, { only: ['Experian'] })

const print = (
  report: Report,
  quirks: Partial<ExperianQuirks> = {},
  options: Partial<PagesOptions> = {},
): PagesText =>
  toPagesText(experianPage(report, { ...plainQuirks, ...quirks }), {
    title: experianTitle,
    address: experianAddress,
    ...options,
  })

const reportIn = (pages: PagesText): Report => requireReport(readPages(pages, knownOwner))

/** The pages of one person differ from those of the next. */
const quirksOf = (seed: number): { quirks: Partial<ExperianQuirks>; options: Partial<PagesOptions> } => {
  const chance = chanceOf(seed + 1)
  chance.next()
  return {
    quirks: {
      paid: chance.one(['OK', '✓', '\u{f00c}']),
      dash: chance.one(['-', '—']),
      inquiries: chance.one(['cards', 'columns']),
      lead: chance.between(0, 60) * 10,
    },
    options: {
      paper: chance.one(['Letter', 'A4']),
      scale: chance.one([0.6, 0.8, 1]),
      headerFooter: chance.is(0.7),
      ligatures: chance.is(0.5),
    },
  }
}

describe('a printed report is read back', () => {
  test('for many people with different page quirks', () => {
    for (const seed of seeds) {
      const known = knownAt(seed)
      const { quirks, options } = quirksOf(seed)
      if (known.personal.length === 0) continue
      expect(plainRows(reportIn(print(known, quirks, options))), `seed ${seed}`).toEqual(expected(known))
    }
  })
})

const coverageIn = (pages: PagesText) => {
  const [coverage] = reportIn(pages).coverage ?? []
  if (coverage === undefined) throw new Error('The report has no coverage.')
  return coverage
}

const doubtsIn = (pages: PagesText) => coverageIn(pages).doubts.map(({ kind, about }) => [kind, about])

/** A person with many accounts, three records and inquiries of both kinds. */
const whole = knownAt(7)

describe('stated and read counts', () => {
  test('include the totals at the top, and every section', () => {
    const hard = whole.inquiries.filter(({ kind }) => kind === 'hard').length
    const counts = {
      accounts: whole.accounts.length,
      publicRecords: whole.publicRecords.length,
      inquiries: hard,
    }
    const pages = print(whole)
    expect(coverageIn(pages)).toEqual({
      bureau: 'Experian',
      stated: counts,
      read: counts,
      sections: ['personal', 'accounts', 'publicRecords', 'inquiries'],
      monthsUnreadable: 0,
      pagesMissing: [],
      pagesDamaged: [],
      pagesStated: pages.pages.length,
      doubts: [],
    })
  })

  const without = (pages: PagesText, gone: number): PagesText => ({
    ...pages,
    pages: pages.pages.slice(1),
    words: pages.words.flatMap(word =>
      word.page === gone ? [] : [{ ...word, page: word.page > gone ? word.page - 1 : word.page }],
    ),
  })

  const numbersOf = ({ pages }: PagesText) => pages.map((_, index) => index + 1)

  test('include a missing page, from the numbers of the others', () => {
    const pages = print(whole)
    const kinds = numbersOf(pages).map(gone => readPages(without(pages, gone), knownOwner).kind)
    expect(new Set(kinds)).toEqual(new Set(['unreadable']))
  })

  test('without page numbers are never complete if anything is missing', () => {
    const shorter = seeds.slice(0, times(10)).flatMap(seed => {
      // Below a longer one, the first page has only the date, without which all entries are still read.
      const lead = (seed % 21) * 30
      const pages = print(knownAt(seed), { lead }, { headerFooter: false })
      const all = readPages(pages, knownOwner)
      return numbersOf(pages).filter(gone => {
        const rest = readPages(without(pages, gone), knownOwner)
        if (all.kind !== 'report' || rest.kind !== 'report') return false
        const isSame = isDeepStrictEqual(plainRows(rest.report), plainRows(all.report))
        return !isSame && judge(rest.report.coverage ?? []) === 'complete'
      })
    })
    expect(shorter).toEqual([])
  })

  test.each([1, 2, 3])(
    'leave out an account without its first %i labels, without changing other rows',
    count => {
      const pages = print(whole)
      const names = pages.words.filter(
        ({ text }, index) => text === 'Account' && pages.words[index + 1]?.text === 'Name',
      )
      expect(names).toHaveLength(whole.accounts.length)
      names.forEach((name, lost) => {
        const isLabel = ({ page, x, y, text }: PagesText['words'][number]) =>
          page === name.page &&
          x < 150 &&
          Math.abs(y - name.y) < count * 14 - 7 &&
          /^(?:Account|Name|Info|Number)$/.test(text)
        const report = reportIn({ ...pages, words: pages.words.filter(word => !isLabel(word)) })
        expect(report.coverage?.[0]?.read.accounts).toBe(whole.accounts.length - 1)
        expect(report.coverage?.[0]?.doubts.map(({ kind }) => kind)).toContain('entryLost')
        expect(plainRows(report).accounts).toEqual(
          expected(whole).accounts.filter((_, index) => index !== lost),
        )
      })
    },
  )
})

describe('labels', () => {
  const fields: readonly (readonly [label: string, (account: Account) => Account])[] = [
    ['Account Number', row => ({ ...row, accountNumber: null })],
    ['Account Type', row => ({ ...row, accountType: 'Unknown', accountTypeDetail: null })],
    ['Responsibility', row => ({ ...row, responsibility: null })],
    ['Date Opened', row => ({ ...row, dateOpened: null })],
    ['Status Updated', row => ({ ...row, dateStatus: null })],
    ['Balance Updated', row => ({ ...row, lastReported: null })],
    ['Monthly Payment', row => ({ ...row, monthlyPayment: null })],
    ['Credit Limit', row => ({ ...row, creditLimit: null })],
    ['Highest Balance', row => ({ ...row, highBalance: null })],
    ['Terms', row => ({ ...row, termLength: null })],
    ['On Record Until', row => ({ ...row, removalDate: null })],
    ['Original Creditor', row => ({ ...row, originalCreditor: null })],
    ['Phone Number', row => ({ ...row, creditorPhone: null })],
    ['Address', row => ({ ...row, address: null })],
  ]

  test.each(fields)('without "%s" only that value is not reported', (label, change) => {
    const report = reportIn(print(whole, { without: label }))
    expect(plainRows(report)).toEqual({
      ...expected(whole),
      accounts: expected(whole).accounts.map(change),
    })
  })

  test('printed twice: the first counts, with a doubt', () => {
    const pages = print(whole, { twice: 'Highest Balance' })
    expect(plainRows(reportIn(pages))).toEqual(expected(whole))
    expect(doubtsIn(pages)).toEqual(whole.accounts.map(row => ['labelTwice', row.creditorNameReported]))
  })

  test('that are unknown end the previous value, and are counted', () => {
    const pages = print(whole, { unknown: 'Interest Rate' })
    expect(plainRows(reportIn(pages))).toEqual(expected(whole))
    expect(doubtsIn(pages)).toEqual(whole.accounts.map(row => ['unknownLabel', row.creditorNameReported]))
  })

  test('are not contained in values', () => {
    const words =
      /\b(?:Account (?:Name|Number|Info)|Balance Updated|On Record Until|Payment History|Inquired on)\b/
    const read = seeds.slice(0, 20).map(seed => {
      const { quirks, options } = quirksOf(seed)
      return JSON.stringify(readPages(print(knownAt(seed), quirks, options), knownOwner))
    })
    expect(read.filter(text => words.test(text))).toEqual([])
  })
})

describe('the payment history', () => {
  const monthsRead = (pages: PagesText) =>
    reportIn(pages).accounts.map(({ paymentHistory }) => paymentHistory)
  const late = whole.accounts.map(({ paymentHistory }) =>
    paymentHistory.filter(({ status }) => status !== 'OK'),
  )

  test('does not read a repeated year, which may be of an account whose beginning is lost', () => {
    const pages = print(whole)
    const again = {
      ...pages,
      words: pages.words.map(word => (word.text === '2025' ? { ...word, text: '2026' } : word)),
    }
    const [before, after] = [monthsRead(pages), monthsRead(again)]
    const both = before.flatMap((months, index) =>
      ['2025', '2026'].every(year => months.some(({ date }) => date.startsWith(year))) ? [index] : [],
    )
    expect(both.length).toBeGreaterThan(0)
    for (const index of both) expect(before[index]).toEqual(expect.arrayContaining(after[index] ?? []))
    expect(coverageIn(again).monthsUnreadable).toBeGreaterThan(0)
  })

  test('does not read an icon without its legend', () => {
    const pages = print(whole, { paid: '\u{f00c}', legend: false })
    expect(monthsRead(pages)).toEqual(late)
    const count = whole.accounts.flatMap(({ paymentHistory }) => paymentHistory).length - late.flat().length
    expect(coverageIn(pages).monthsUnreadable).toBe(count)
    expect(doubtsIn(pages)).toContainEqual(['monthsUnreadable', whole.accounts[0]?.creditorNameReported])
  })

  test('does not include the legend itself', () => {
    const pages = print(whole)
    expect(monthsRead(pages)).toEqual(whole.accounts.map(({ paymentHistory }) => paymentHistory))
  })

  test('is unreadable and counted without the months above it', () => {
    const pages = print(whole, { months: [] })
    expect(monthsRead(pages).flat()).toEqual([])
    expect(coverageIn(pages).monthsUnreadable).toBeGreaterThan(0)
  })
})

describe('the pages', () => {
  test('moved, scaled and reordered result in the same report', () => {
    const pages = print(whole)
    const changed: PagesText = {
      ...pages,
      words: pages.words
        .map(word => ({
          ...word,
          x: word.x * 1.2 + 7,
          x2: word.x2 * 1.2 + 7,
          y: word.y * 1.2 - 3,
          size: word.size * 1.2,
        }))
        .toReversed(),
      pages: pages.pages.map(page => ({ ...page, width: page.width * 1.2, height: page.height * 1.2 })),
    }
    expect(reportIn(changed)).toEqual(reportIn(pages))
  })

  test('with a warning are damaged', () => {
    const pages = print(whole)
    const [first, ...others] = pages.pages
    if (first === undefined) throw new Error('no page')
    expect(coverageIn({ ...pages, pages: [{ ...first, warned: true }, ...others] }).pagesDamaged).toEqual([1])
  })

  test('of four hundred accounts are read in time', () => {
    const many = {
      ...whole,
      accounts: Array.from(
        { length: 400 },
        (_, index) => whole.accounts[index % whole.accounts.length] ?? [],
      ).flat(),
    }
    expect(coverageIn(print(many)).read.accounts).toBe(400)
  })

  test('of other reports that mention Experian are not its report', () => {
    const pages = print(whole)
    const marks = ['Experian', 'Account', 'Balance', 'Inquired', 'On']
    const other = { ...pages, words: pages.words.filter(({ text }) => !marks.includes(text)) }
    expect(readPages(other, knownOwner).kind).toBe('unreadable')
  })
})
