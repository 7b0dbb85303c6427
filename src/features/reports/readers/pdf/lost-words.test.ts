import { describe, expect, test } from 'vitest'
import { everyNth } from '#test/support/chance.ts'
import { knownOwner, knownReport } from '#test/support/reports/known-report.ts'
import { equifaxPages } from '#test/support/reports/printed/equifax.ts'
import { usualEquifax } from '#test/support/reports/printed/equifax-accounts.ts'
import { experianAddress, experianPage, experianTitle } from '#test/support/reports/printed/experian-page.ts'
import { toPagesText } from '#test/support/reports/printed/page-rows.ts'
import { printThreeBureaus, type ThreeBureauFormat } from '#test/support/reports/printed/three-bureaus.ts'
import { asPrinted } from '#test/support/reports/printed/three-bureaus-expected.ts'
import { transUnionPage, transUnionRows } from '#test/support/reports/printed/transunion.ts'
import { asShown } from '#test/support/reports/printed/transunion-expected.ts'
import { usualTransUnion } from '#test/support/reports/printed/transunion-fields.ts'
import { judge } from '../../coverage.ts'
import { readPages } from './detect.ts'
import type { PagesText } from './pages-text.ts'
import { readRows } from './rows.ts'

/** Words lost without a warning in a damaged file: `npm run lab -- fuzz-saved-words` loses them anywhere, many times. */

const threeBureaus = (format: ThreeBureauFormat) =>
  toPagesText(printThreeBureaus(asPrinted(knownReport(4, { accounts: 1 }), format), format), {
    title: 'Credit Report',
    address: 'https://member.example.com/report',
  })

const layouts: Readonly<Record<string, PagesText>> = {
  Equifax: equifaxPages(knownReport(3, { only: ['Equifax'], accounts: 1 })),
  Experian: toPagesText(experianPage(knownReport(7, { only: ['Experian'], accounts: 1 })), {
    title: experianTitle,
    address: experianAddress,
  }),
  TransUnion: toPagesText(
    transUnionRows(asShown(knownReport(4, { only: ['TransUnion'], accounts: 1 }))),
    transUnionPage,
  ),
  IdentityIQ: threeBureaus('identityiq-pdf'),
  SmartCredit: threeBureaus('smartcredit-pdf'),
  MyFreeScoreNow: threeBureaus('myfreescorenow-pdf'),
}

const kinds = ['accounts', 'inquiries', 'publicRecords'] as const

const countsIn = (pages: PagesText) => {
  const reading = readPages(pages, knownOwner)
  if (reading.kind !== 'report') return null
  const { report } = reading
  const coverage = (report.coverage ?? []).map(one => ({
    ...one,
    monthsUnreadable: 0,
    doubts: one.doubts.filter(({ kind }) => kind !== 'monthsUnreadable'),
  }))
  return { isComplete: judge(coverage) === 'complete', counts: kinds.map(kind => report[kind].length) }
}

test('a line whose last word is lost changes no other account', () => {
  const narrow = { ...usualTransUnion, valueWidth: 70, wrap: 'anywhere', spelling: 'other' } as const
  const report = asShown(knownReport(4, { only: ['TransUnion'], accounts: 4 }))
  const pages = toPagesText(transUnionRows(report, narrow), transUnionPage)
  const amountsIn = (given: PagesText) => {
    const reading = readPages(given, knownOwner)
    return reading.kind === 'report'
      ? reading.report.accounts.map(row => [row.highBalance, row.currentBalance, row.creditLimit].join())
      : []
  }
  const whole = amountsIn(pages)
  expect(whole.length).toBeGreaterThan(2)
  const ends = pages.words.flatMap(({ y }, index) => (pages.words[index + 1]?.y === y ? [] : [index]))
  for (const at of everyNth(3, ends)) {
    const read = amountsIn({ ...pages, words: pages.words.toSpliced(at, 1) })
    const changed = read.length === whole.length ? read.filter((row, index) => row !== whole[index]) : []
    expect(changed.length, pages.words[at]?.text).toBeLessThan(2)
  }
})

describe.each(Object.entries(layouts))('%s', (name, pages) => {
  const whole = countsIn(pages)

  test('a file without the first words of a row is never complete with fewer entries', () => {
    expect(whole?.isComplete).toBe(true)
    const starts = pages.words.flatMap(({ y, page }, index) => {
      const before = pages.words[index - 1]
      return before?.y === y && before.page === page ? [] : [index]
    })
    const from = Object.keys(layouts).indexOf(name)
    const short = everyNth(3, starts, from).flatMap(at =>
      [1, 2].flatMap(count => {
        const read = countsIn({ ...pages, words: pages.words.toSpliced(at, count) })
        const isShort = read?.counts.some((found, index) => found < (whole?.counts[index] ?? 0)) === true
        const lost = pages.words.slice(at, at + count).map(({ text }) => text)
        return read?.isComplete === true && isShort ? [lost.join(' ')] : []
      }),
    )
    expect(short).toEqual([])
  })
})

test('months of Equifax with a lost year are not assigned to another year', () => {
  const pages = equifaxPages(knownReport(3, { only: ['Equifax'], accounts: 8 }))
  const monthsIn = (given: PagesText): string[] => {
    const reading = readPages(given, knownOwner)
    return reading.kind === 'report'
      ? reading.report.accounts.flatMap((row, at) =>
          row.paymentHistory.map(({ date, status }) => `${at} ${date} ${status}`),
        )
      : []
  }
  const whole = monthsIn(pages)
  const years = pages.words.flatMap(({ text, x }, index) => (/^20\d\d$/.test(text) && x < 60 ? [index] : []))
  expect(years.length).toBeGreaterThan(3)
  for (const at of years) {
    const read = monthsIn({ ...pages, words: pages.words.toSpliced(at, 1) })
    expect(read.filter(month => !whole.includes(month))).toEqual([])
  }
})

/** The print without the rows that begin with these words, as if a letter was lost everywhere. */
const without = (pages: PagesText, starts: RegExp): PagesText => {
  const lost = readRows(pages).filter(({ text }) => starts.test(text))
  const isLost = ({ page, y }: PagesText['words'][number]) =>
    lost.some(row => row.page === page && Math.abs(row.y - y) < row.size / 2)
  return { ...pages, words: pages.words.filter(word => !isLost(word)) }
}

test.each(['IdentityIQ', 'SmartCredit', 'MyFreeScoreNow'])('%s without a total is not complete', name => {
  const pages = layouts[name] ?? toPagesText([], { title: '', address: '' })
  expect(countsIn(without(pages, /^Total Accounts/))).toEqual({ ...countsIn(pages), isComplete: false })
  expect(countsIn(without(pages, /^Public |^Date Filed|^Bankruptcy$/))?.isComplete).toBe(false)
})

type Figures = { of: string; values: string[] }

/** Each account's nonnull amounts, dates and term, and the creditors of accounts with doubts. */
const figuresIn = (pages: PagesText): { rows: Figures[]; doubted: (string | null)[] } => {
  const reading = readPages(pages, knownOwner)
  if (reading.kind !== 'report') return { rows: [], doubted: [] }
  const { accounts, coverage = [] } = reading.report
  return {
    rows: accounts.map(row => ({
      of: row.creditorNameReported,
      values: [
        ['monthlyPayment', row.monthlyPayment],
        ['currentBalance', row.currentBalance],
        ['highBalance', row.highBalance],
        ['creditLimit', row.creditLimit],
        ['amountPastDue', row.amountPastDue],
        ['chargeOffAmount', row.chargeOffAmount],
        ['termLength', row.termLength],
        ['dateOpened', row.dateOpened],
        ['dateClosed', row.dateClosed],
        ['lastReported', row.lastReported],
        ['dateLastActive', row.dateLastActive],
        ['dateLastPayment', row.dateLastPayment],
        ['dateFirstDelinquency', row.dateFirstDelinquency],
      ].flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`])),
    })),
    doubted: coverage.flatMap(one => one.doubts.map(({ about }) => about)),
  }
}

/** Returns a check for consecutive words: which readings change, without a warning, when the words are missing. */
const untoldLosses = (pages: PagesText) => {
  const truth = figuresIn(pages).rows
  return (at: number, count: number): string[] => {
    const { rows, doubted } = figuresIn({ ...pages, words: pages.words.toSpliced(at, count) })
    if (rows.length !== truth.length) return []
    return rows.flatMap(({ of, values }, index) =>
      doubted.some(about => about === null || about === of)
        ? []
        : values.filter(value => truth[index]?.values.includes(value) === false),
    )
  }
}

test.each(['drawn in columns', 'packed in lines'])(
  'without the words of one label of Equifax, %s, no figure is read for another label without a doubt',
  how => {
    const quirks = { ...usualEquifax, columns: how === 'drawn in columns' }
    const pages = equifaxPages(knownReport(3, { only: ['Equifax'], accounts: 4 }), quirks)
    const isEnd = (at: number) => pages.words[at]?.text.endsWith(':') === true
    const ends = pages.words.flatMap((_, at) => (isEnd(at) ? [at] : []))
    expect(ends.length).toBeGreaterThan(80)
    const wrongWithout = untoldLosses(pages)
    for (const end of everyNth(3, ends, quirks.columns ? 0 : 1)) {
      const before = ends.findLast(at => at < end) ?? 0
      for (let start = Math.max(before + 1, end - 4); start <= end; start += 1)
        expect(wrongWithout(start, end - start + 1), pages.words[end]?.text).toEqual([])
    }
  },
)

describe('in a narrow column of TransUnion', () => {
  const narrow = { ...usualTransUnion, valueWidth: 68, wrap: 'anywhere', spelling: 'other' } as const
  const pages = toPagesText(
    transUnionRows(asShown(knownReport(3, { only: ['TransUnion'], accounts: 6 })), narrow),
    transUnionPage,
  )
  /** The index where these two words first follow each other, starting from `from`. */
  const findPair = (one: string, other: string, from = 0) =>
    pages.words.findIndex(({ text }, at) => at >= from && text === one && pages.words[at + 1]?.text === other)

  test('a number that lost its beginning at the end of a line is not read', () => {
    const ends = pages.words.flatMap(({ y }, at) => {
      const next = pages.words[at + 1]
      return next !== undefined && next.y !== y && /^[\d,]/.test(next.text) ? [at] : []
    })
    expect(ends.length).toBeGreaterThan(2)
    const wrongWithout = untoldLosses(pages)
    for (const at of ends)
      for (const count of [1, 2])
        expect(wrongWithout(at - count + 1, count), pages.words[at]?.text).toEqual([])
  })

  test('an account whose head lost a word does not absorb another', () => {
    const heading = findPair('Account', 'Information')
    const next = findPair('Account', 'Name', heading)
    expect(next).toBeGreaterThan(heading)
    const read = countsIn({ ...pages, words: pages.words.filter((_, at) => at !== heading && at !== next) })
    expect(read?.isComplete).toBe(false)
  })
})

test('an amount before "month" is not the length of TransUnion’s terms', () => {
  const pages = toPagesText(
    transUnionRows(asShown(knownReport(3, { only: ['TransUnion'], accounts: 4 }))),
    transUnionPage,
  )
  const per = pages.words.flatMap(({ text }, at) =>
    text === 'per' && pages.words[at + 1]?.text === 'month,' ? [at] : [],
  )
  expect(per.length).toBeGreaterThan(0)
  const wrongWithout = untoldLosses(pages)
  for (const at of per) expect(wrongWithout(at, 1)).toEqual([])
})
