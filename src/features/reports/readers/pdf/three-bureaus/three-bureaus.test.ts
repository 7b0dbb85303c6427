import { describe, expect, test } from 'vitest'
import { times } from '#test/support/chance.ts'
import { knownOwner, knownReport } from '#test/support/reports/known-report.ts'
import { type PagesOptions, toPagesText } from '#test/support/reports/printed/page-rows.ts'
import { printThreeBureaus, type ThreeBureauFormat } from '#test/support/reports/printed/three-bureaus.ts'
import {
  asPrinted,
  contentOfThreeBureaus,
  expectedOfThreeBureaus,
} from '#test/support/reports/printed/three-bureaus-expected.ts'
import { accountOf, monthsOf, personOf, reportOf } from '#test/support/reports/report-of.ts'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Account, Report } from '../../../canonical.ts'
import { judge } from '../../../coverage.ts'
import { readPages } from '../detect.ts'

const options = { title: 'Credit Report', address: 'https://member.example.com/report' }

const formats: readonly ThreeBureauFormat[] = ['identityiq-pdf', 'smartcredit-pdf', 'myfreescorenow-pdf']

const knownOf = (seed: number): Report => knownReport(seed, { accounts: seed % 10 === 0 ? 14 : 4 })

const read = (report: Report, format: ThreeBureauFormat, more: Partial<PagesOptions> = {}): Report =>
  requireReport(
    readPages(toPagesText(printThreeBureaus(report, format), { ...options, ...more }), knownOwner),
  )

describe.each(formats)('%s', format => {
  test('known people are read back as printed', () => {
    for (let seed = 0; seed < times(30); seed += 1) {
      const known = knownOf(seed)
      const report = read(asPrinted(known, format), format)
      expect(contentOfThreeBureaus(report), `seed ${seed}`).toEqual(expectedOfThreeBureaus(known, format))
    }
  })

  test.each<[string, Partial<PagesOptions>]>([
    ['on A4', { paper: 'A4' }],
    ['small', { scale: 0.7 }],
    ['with ligatures', { ligatures: true }],
    ['without headers and footers', { headerFooter: false }],
  ])('%s', (_, more) => {
    for (const seed of [0, 3, 10]) {
      const known = knownOf(seed)
      const report = read(asPrinted(known, format), format, more)
      expect(contentOfThreeBureaus(report)).toEqual(expectedOfThreeBureaus(known, format))
    }
  })
})

const row = (given: Partial<Account> = {}): Account =>
  accountOf({ condition: 'Open', disputed: false, ...given })

const reportWith = (given: Partial<Report>): Report =>
  reportOf({ personal: [personOf({ aliases: [] })], ...given })

describe('a print', () => {
  const many = Array.from({ length: 20 }, (_, at) => row({ id: `a${at}`, accountNumber: `${at}111****` }))
  const pages = toPagesText(printThreeBureaus(reportWith({ accounts: many }), 'identityiq-pdf'), options)

  test('has stated counts that match its content', () => {
    const reading = readPages(pages, knownOwner)
    expect(reading.kind === 'report' && judge(reading.report.coverage ?? [])).toBe('complete')
  })

  test('without one of its pages is refused', () => {
    for (const gone of [2, 5]) {
      const left = pages.words.filter(({ page }) => page !== gone)
      const reading = readPages(
        {
          ...pages,
          pages: pages.pages.slice(1),
          words: left.map(word => (word.page > gone ? { ...word, page: word.page - 1 } : word)),
        },
        knownOwner,
      )
      expect(reading.kind === 'unreadable' && reading.message).toMatch(/Page \d+ of \d+ is not in this file/)
    }
  })

  test('with its words in another order is read the same', () => {
    const reading = readPages({ ...pages, words: pages.words.toReversed() }, knownOwner)
    expect(reading).toEqual(readPages(pages, knownOwner))
  })

  test('of SmartCredit with drawn marks leaves them out and counts them', () => {
    const report = read(
      reportWith({ accounts: [row({ paymentHistory: monthsOf('2026-10', 'OK OK 30') })] }),
      'smartcredit-pdf',
    )
    expect(report.accounts[0]?.paymentHistory).toEqual([])
    expect(report.coverage?.[0]).toMatchObject({
      monthsUnreadable: 24,
      doubts: [{ kind: 'monthsUnreadable', about: row().creditorName, place: { page: 1 } }],
    })
    expect(report.warnings.map(({ code }) => code)).toContain('marks_unreadable')
  })

  test('does not join lines that do not continue the previous one', () => {
    const aliases = ['MAYA E BROOKS', 'MAYA ELIZABETH FITZGERALD BROOKSINGTON', 'M BROOKS']
    const report = read(
      reportWith({ personal: [personOf({ aliases })], accounts: [row()] }),
      'identityiq-pdf',
    )
    expect(report.personal[0]?.aliases).toEqual(aliases)
  })
})

describe('a label', () => {
  const known = row({ currentBalance: '5.00', creditLimit: '0.00' })
  const rows = printThreeBureaus(reportWith({ accounts: [known] }), 'identityiq-pdf')
  const readRows = (printed: typeof rows) =>
    requireReport(readPages(toPagesText(printed, options), knownOwner))
  const [whole] = readRows(rows).accounts

  test.each([
    ['Balance:', { currentBalance: null }],
    ['Account #:', { accountNumber: null }],
    ['Date Opened:', { dateOpened: null }],
  ])('that is missing leaves out only its value: %s', (label, missing) => {
    expect(readRows(rows.filter(({ cells }) => cells[0]?.text !== label)).accounts).toEqual([
      { ...whole, ...missing },
    ])
  })

  test('that is unknown is left out and counted', () => {
    const report = readRows(
      rows.flatMap(one =>
        one.cells[0]?.text === 'Balance:'
          ? [
              one,
              {
                cells: [
                  { x: 0, width: 125, text: 'Seashells:' },
                  { x: 130, width: 126, text: '12' },
                ],
              },
            ]
          : [one],
      ),
    )
    expect(report.accounts).toEqual([whole])
    expect(report.coverage?.[0]?.doubts).toMatchObject([{ kind: 'unknownLabel', count: 1 }])
  })
})
