import { describe, expect, test } from 'vitest'
import { everyNth, times } from '#test/support/chance.ts'
import { expectedIn, knownOwner, knownReport } from '#test/support/reports/known-report.ts'
import { asMhtml } from '#test/support/reports/printed/mhtml.ts'
import { printSmartCredit, type SmartCreditQuirks } from '#test/support/reports/printed/smartcredit.ts'
import { accountOf, monthsOf, personOf, reportOf } from '#test/support/reports/report-of.ts'
import { requireReport } from '#test/support/reports/require-report.ts'
import { withoutReaderData } from '#test/support/reports/without-reader-data.ts'
import type { Account, Report } from '../../canonical.ts'
import { judge } from '../../coverage.ts'
import { readReport } from '../detect.ts'

const read = (page: string): Report => requireReport(readReport(page, knownOwner))

/** Every twentieth report has every kind of account. */
const sizeOf = (seed: number): number => (seed % 20 === 0 ? 14 : 3)

const printable = (seed: number): Report => {
  const known = knownReport(seed, { accounts: sizeOf(seed) })
  const numbers = expectedIn(known, 'smartcredit-html').accounts.map(({ accountNumber }) => accountNumber)
  return {
    ...known,
    accounts: known.accounts.map((row, at) => ({ ...row, accountNumber: numbers[at] ?? null })),
  }
}

const order = ['Mortgage', 'Revolving', 'Installment', 'Open', 'Line of credit', 'Collection', 'Unknown']

/** What the page can show of a known report, in the page's order. */
const shownOf = (seed: number): Report => {
  const expected = expectedIn(knownReport(seed, { accounts: sizeOf(seed) }), 'smartcredit-html')
  const scored = expected.scores.map(({ bureau }) => bureau)
  const scoreExclusions = expected.personal
    .filter(({ bureau }) => !scored.includes(bureau))
    .map(({ bureau }) => ({ bureau, model: 'VantageScore 3.0', reason: "can't be calculated" }))
  return withoutReaderData({
    ...expected,
    reportDate: scored.length > 0 ? expected.reportDate : null,
    scoreExclusions,
    accounts: expected.accounts.toSorted(
      (a, b) => order.indexOf(a.accountType) - order.indexOf(b.accountType),
    ),
  })
}

const coverageOf = (report: Report) => report.coverage?.find(({ bureau }) => bureau === 'TransUnion')

/** Ways to save the same page. */
const ways: readonly ((report: Report) => string)[] = [
  report => printSmartCredit(report),
  report => asMhtml(printSmartCredit(report)),
  report => printSmartCredit(report, { colons: false }),
  report => printSmartCredit(report, { columns: ['Equifax', 'TransUnion', 'Experian'] }),
]

describe('known people are read back as printed', () => {
  test('many of them, complete', () => {
    for (let seed = 0; seed < times(24); seed += 1) {
      const report = read(ways[seed % ways.length]?.(printable(seed)) ?? '')
      expect(withoutReaderData(report), `seed ${seed}`).toEqual(shownOf(seed))
      expect(judge(report.coverage ?? [])).toBe('complete')
    }
  })
})

const row = (given: Partial<Account> = {}): Account =>
  accountOf({ condition: 'Open', disputed: false, ...given })

const pageOf = (accounts: readonly Account[], quirks: SmartCreditQuirks = {}) =>
  printSmartCredit(
    reportOf({
      accounts: [...accounts],
      personal: [personOf(), personOf({ bureau: 'Experian' }), personOf({ bureau: 'Equifax' })],
    }),
    quirks,
  )

describe('a label', () => {
  const known = row({
    currentBalance: '5.00',
    creditLimit: '0.00',
    paymentHistory: monthsOf('2026-10', 'OK 30'),
  })
  const [whole] = read(pageOf([known])).accounts

  test.each([
    ['Balance Owed:', { currentBalance: null }],
    ['Credit Limit:', { creditLimit: null }],
    ['Dispute Status:', { disputed: null }],
    ['Date Opened:', { dateOpened: null }],
  ])('that is missing leaves out only its value: %s', (leftOut, missing) => {
    expect(read(pageOf([known], { leftOut })).accounts).toEqual([{ ...whole, ...missing }])
  })

  test('that occurs twice has its first value, and is counted', () => {
    const report = read(pageOf([known], { doubled: 'Balance Owed:' }))
    expect(report.accounts).toEqual([whole])
    expect(coverageOf(report)?.doubts).toMatchObject([{ kind: 'labelTwice', count: 1 }])
  })

  test('that is unknown is left out and counted', () => {
    const report = read(pageOf([known], { added: 'Seashells:' }))
    expect(report.accounts).toEqual([whole])
    expect(coverageOf(report)?.doubts).toMatchObject([{ kind: 'unknownLabel', count: 1 }])
  })
})

describe('the months', () => {
  const history = (marks: string) => pageOf([row({ paymentHistory: monthsOf('2026-10', marks) })])
  const monthsIn = (page: string) =>
    read(page).accounts[0]?.paymentHistory.map(one => `${one.date} ${one.status}`)

  test('are read from the class, even if the badge is empty', () => {
    expect(monthsIn(history('180 150 CO'))).toEqual(['2026-08 180', '2026-09 150', '2026-10 CO'])
  })

  test('are left out and counted if their labels are inconsistent', () => {
    const page = history('OK OK 30').replace('>Oct</p></div></div>', '>Nov</p></div></div>')
    expect(monthsIn(page)).toEqual([])
    expect(coverageOf(read(page))).toMatchObject({
      monthsUnreadable: 3,
      doubts: [{ kind: 'monthsUnreadable', count: 3 }],
    })
  })

  test('are read without the one that has an unknown code', () => {
    const page = history('OK OK 30').replace('class="status-1"', 'class="status-Q"')
    expect(monthsIn(page)).toEqual(['2026-08 OK', '2026-09 OK'])
    expect(coverageOf(read(page))?.monthsUnreadable).toBe(1)
  })
})

test('two cells at one position make a broken grid, which is not read', () => {
  expect(readReport(pageOf([row()], { broken: true }), knownOwner).kind).toBe('unreadable')
})

test('a bureau with more accounts than the page shows results in a warning', () => {
  const rows = Array.from({ length: 12 }, (_, at) => row({ id: `a${at}`, accountNumber: `${at}111****` }))
  const report = read(printSmartCredit(reportOf({ accounts: rows, personal: [personOf()] }), { hidden: 1 }))
  expect(report.warnings.filter(({ bureau }) => bureau === 'TransUnion').map(({ code }) => code)).toEqual([
    'hidden_tradelines',
    'accounts_short',
  ])
})

test('a freeze, a statement and a contact are assigned to the right place', () => {
  const address = { street: 'PO BOX 12', city: 'SALEM', state: 'VA', postal: '02415' }
  const report = read(
    printSmartCredit(
      reportOf({
        accounts: [row({ address, creditorPhone: '+15405550100', industry: 'Bank Credit Cards' })],
        personal: [personOf({ consumerStatements: ['I was never late.'] })],
        files: [{ bureau: 'TransUnion', status: 'hit', text: 'A security freeze is in place.' }],
      }),
      { contacts: true },
    ),
  )
  expect(report.files).toEqual([
    { bureau: 'TransUnion', status: 'hit', text: 'A security freeze is in place.' },
  ])
  expect(report.personal[0]?.consumerStatements).toEqual(['I was never late.'])
  expect(report.accounts[0]).toMatchObject({
    address,
    creditorPhone: '+15405550100',
    industry: 'Bank Credit Cards',
    disputed: false,
  })
})

test('a page truncated anywhere is never complete', () => {
  const page = printSmartCredit(printable(20))
  const end = page.indexOf('Creditor Contacts')
  const cuts = Array.from({ length: Math.floor((end - 200) / 7919) }, (_, index) => 200 + index * 7919)
  const verdicts = everyNth(3, cuts).map(at => {
    const reading = readReport(page.slice(0, at), knownOwner)
    return reading.kind === 'report' ? judge(reading.report.coverage ?? []) : reading.kind
  })
  expect(verdicts).not.toContain('complete')
})
