import { describe, expect, test } from 'vitest'
import { everyNth, times } from '#test/support/chance.ts'
import { expectedIn, knownOwner, knownReport } from '#test/support/reports/known-report.ts'
import {
  type IdentityIqQuirks,
  printIdentityIq,
  shownMonths,
} from '#test/support/reports/printed/identityiq.ts'
import { asMhtml } from '#test/support/reports/printed/mhtml.ts'
import { accountOf, monthsOf, personOf, reportOf } from '#test/support/reports/report-of.ts'
import { requireReport } from '#test/support/reports/require-report.ts'
import { withoutReaderData } from '#test/support/reports/without-reader-data.ts'
import type { Account, Report } from '../../canonical.ts'
import { judge } from '../../coverage.ts'
import { createWarning } from '../../warnings.ts'
import { readReport } from '../detect.ts'

const read = (page: string): Report => requireReport(readReport(page, knownOwner))

/** Every twentieth report has every kind of account. */
const sizeOf = (seed: number): number => (seed % 20 === 0 ? 14 : 3)

/** A known report with the account numbers that the page prints. */
const printable = (seed: number): Report => {
  const known = knownReport(seed, { accounts: sizeOf(seed) })
  const numbers = expectedIn(known, 'identityiq-html').accounts.map(({ accountNumber }) => accountNumber)
  return {
    ...known,
    accounts: known.accounts.map((row, at) => ({ ...row, accountNumber: numbers[at] ?? null })),
  }
}

/** What the page can show of a known report. */
const shownOf = (seed: number): Report => {
  const expected = expectedIn(knownReport(seed, { accounts: sizeOf(seed) }), 'identityiq-html')
  const groups = [...Map.groupBy(expected.accounts, one => one.id).values()]
  const scored = expected.scores.map(({ bureau }) => bureau)
  const scoreExclusions = expected.personal
    .filter(({ bureau }) => !scored.includes(bureau))
    .map(({ bureau }) => ({ bureau, model: 'VantageScore 3.0', reason: 'Score Not Reported' }))
  const isUnsure = expected.accounts.some(
    one => one.bureau === 'Equifax' && one.paymentHistory.some(({ status }) => status === 'OK'),
  )
  const warnings = isUnsure ? [createWarning('equifax_ok_unsure', 'Equifax')] : []
  return withoutReaderData({ ...expected, warnings, scoreExclusions, accounts: groups.flatMap(shownMonths) })
}

const coverageAt = (report: Report, bureau: string) => report.coverage?.find(one => one.bureau === bureau)

/** Ways to save the same page. */
const ways: readonly ((report: Report) => string)[] = [
  report => printIdentityIq(report),
  report => asMhtml(printIdentityIq(report)),
  report => printIdentityIq(report, { colons: false }),
  report => printIdentityIq(report, { columns: ['Equifax', 'TransUnion', 'Experian'] }),
]

describe('known people are read back as printed', () => {
  test('many of them, complete', () => {
    for (let seed = 0; seed < times(24); seed += 1) {
      const report = read(ways[seed % ways.length]?.(printable(seed)) ?? '')
      expect(withoutReaderData(report), `seed ${seed}`).toEqual(shownOf(seed))
      for (const { stated, read: counts, sections, doubts } of report.coverage ?? []) {
        expect(counts).toEqual(stated)
        expect(sections).toEqual(['personal', 'accounts', 'publicRecords', 'inquiries'])
        expect(doubts).toEqual([])
      }
    }
  })

  test('of one bureau, whose other columns are hidden', () => {
    const known = knownReport(3, { only: ['Experian'] })
    const report = read(printIdentityIq(known, { columns: ['Experian'] }))
    expect(report.accounts).toHaveLength(known.accounts.length)
    expect(report.files.map(({ bureau }) => bureau)).toEqual(['Experian'])
    expect(coverageAt(report, 'Experian')?.stated.accounts).toBe(known.accounts.length)
  })

  test('of no one', () => {
    expect(readReport(printIdentityIq(reportOf({ reportDate: null })), knownOwner)).toMatchObject({
      kind: 'noReport',
      reason: 'empty',
    })
  })
})

const row = (given: Partial<Account> = {}): Account => accountOf({ condition: 'Open', ...given })

const pageOf = (accounts: readonly Account[], quirks: IdentityIqQuirks = {}) =>
  printIdentityIq(
    reportOf({
      accounts: [...accounts],
      personal: [personOf(), personOf({ bureau: 'Experian' }), personOf({ bureau: 'Equifax' })],
    }),
    quirks,
  )

describe('a cell', () => {
  test('distinguishes zero, nothing and a bureau without the account', () => {
    const report = read(
      pageOf([
        row({ currentBalance: '0.00', highBalance: null }),
        row({ bureau: 'Equifax', currentBalance: '-12.00' }),
      ]),
    )
    expect(report.accounts.map(one => [one.bureau, one.currentBalance, one.highBalance])).toEqual([
      ['TransUnion', '0.00', null],
      ['Equifax', '-12.00', null],
    ])
  })

  test('with several tradelines is split into their values, without mixing months', () => {
    const report = read(
      pageOf([
        row({
          accountNumber: '1111****',
          currentBalance: '10.00',
          paymentHistory: monthsOf('2026-10', 'OK 30'),
        }),
        row({
          accountNumber: '2222****',
          currentBalance: null,
          paymentHistory: monthsOf('2026-10', 'OK OK'),
        }),
        row({ bureau: 'Experian', accountNumber: '1111****', paymentHistory: monthsOf('2026-10', 'OK 60') }),
      ]),
    )
    expect(report.accounts.map(one => [one.bureau, one.accountNumber, one.currentBalance])).toEqual([
      ['TransUnion', '1111****', '10.00'],
      ['TransUnion', '2222****', null],
      ['Experian', '1111****', null],
    ])
    expect(report.accounts.map(one => one.paymentHistory.length)).toEqual([0, 0, 2])
    expect(new Set(report.accounts.map(one => one.id)).size).toBe(2)
    expect(coverageAt(report, 'TransUnion')).toMatchObject({
      monthsUnreadable: 2,
      doubts: [{ kind: 'monthsUnreadable', count: 2 }],
    })
  })

  test('with a different number of values than the rest is left out and counted', () => {
    const page = pageOf([row({ accountNumber: '1111****' }), row({ accountNumber: '2222****' })])
    const cell =
      /<td class="label">Date Opened:<\/td>\s*<td class="info ng-binding">\s*<ng-repeat[^]*?<\/ng-repeat>/
    const report = read(page.replace(cell, found => found.replace(/<ng-repeat[^]*<\/ng-repeat>/, '')))
    expect(report.accounts.map(one => one.dateOpened)).toEqual([null, null])
    expect(coverageAt(report, 'TransUnion')?.doubts.map(({ kind }) => kind)).toEqual([
      'entryLost',
      'entryLost',
    ])
  })

  test('with an unknown status is reported', () => {
    const report = read(pageOf([row()]).replace('Current\n', 'Paid in seashells\n'))
    expect(report.accounts[0]?.payStatus).toBeNull()
    expect(coverageAt(report, 'TransUnion')?.doubts).toMatchObject([{ kind: 'unknownWords', count: 1 }])
  })
})

describe('a label', () => {
  const known = row({
    currentBalance: '5.00',
    creditLimit: '900.00',
    paymentHistory: monthsOf('2026-10', 'OK 30'),
  })
  const [whole] = read(pageOf([known])).accounts

  test.each([
    ['Balance:', { currentBalance: null }],
    ['Account #:', { accountNumber: null }],
    ['Credit Limit:', { creditLimit: null }],
    ['Date Opened:', { dateOpened: null }],
  ])('that is missing leaves out only its value: %s', (leftOut, missing) => {
    expect(read(pageOf([known], { leftOut })).accounts).toEqual([{ ...whole, ...missing }])
  })

  test('that occurs twice has its first value, and is counted', () => {
    const report = read(pageOf([known], { doubled: 'Balance:' }))
    expect(report.accounts).toEqual([whole])
    expect(coverageAt(report, 'TransUnion')?.doubts).toMatchObject([{ kind: 'labelTwice', count: 1 }])
  })

  test('that is unknown is left out and counted', () => {
    const report = read(pageOf([known], { added: 'Seashells:' }))
    expect(report.accounts).toEqual([whole])
    expect(coverageAt(report, 'TransUnion')?.doubts).toMatchObject([{ kind: 'unknownLabel', count: 1 }])
  })
})

describe("the page's other renderer", () => {
  const same = { accountNumber: '517844020001', dateOpened: '2021-08-14' }
  const other = [
    row({ ...same, payStatus: '30', paymentHistory: monthsOf('2026-10', 'OK 30') }),
    row({
      ...same,
      bureau: 'Experian',
      remarks: [
        { code: null, text: 'One' },
        { code: null, text: 'Two' },
      ],
    }),
    row({ ...same, bureau: 'Equifax', accountNumber: '999900001111', dateOpened: '2011-01-02' }),
    row({ id: 'b', bureau: 'Equifax', creditorName: 'OTHER', accountNumber: '888800001111' }),
  ]
  const report = read(pageOf(other, { otherSource: true }))

  test('has no row for a bureau with only dashes', () => {
    expect(report.accounts.map(one => one.bureau).toSorted()).toEqual([
      'Equifax',
      'Equifax',
      'Experian',
      'TransUnion',
    ])
  })

  test('has its own form of lateness and remarks', () => {
    expect(report.accounts.find(one => one.bureau === 'TransUnion')?.payStatus).toBe('30')
    expect(report.accounts.find(one => one.bureau === 'Experian')?.remarks.map(({ text }) => text)).toEqual([
      'One',
      'Two',
    ])
  })

  test('joins rows by similarity, which is not trusted', () => {
    const [one, two, three] = ['TransUnion', 'Experian', 'Equifax'].map(
      bureau => report.accounts.find(account => account.bureau === bureau)?.id,
    )
    expect(one).toBe(two)
    expect(three).not.toBe(one)
  })
})

test('a freeze, a statement and a contact are assigned to the right place', () => {
  const address = { street: 'PO BOX 12', city: 'SALEM', state: 'VA', postal: '02415' }
  const report = read(
    printIdentityIq(
      reportOf({
        accounts: [row({ address, creditorPhone: '+15405550100' })],
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
  expect(report.accounts[0]).toMatchObject({ address, creditorPhone: '+15405550100', subscriberCode: null })
})

test('a name with two contacts has neither address', () => {
  const at = (street: string): Partial<Account> => ({
    address: { street, city: 'SALEM', state: 'VA', postal: '02415' },
  })
  const report = read(pageOf([row(at('PO BOX 1')), row({ id: 'b', ...at('PO BOX 2') })], { contacts: true }))
  expect(report.accounts.map(one => one.address)).toEqual([null, null])
})

describe('an incomplete page', () => {
  const many = Array.from({ length: 12 }, (_, at) => row({ id: `a${at}`, accountNumber: `${at}111****` }))

  test('that was saved before every account was rendered is partial, or refused with what to do', () => {
    const report = read(pageOf(many, { shown: 11 }))
    expect(coverageAt(report, 'TransUnion')).toMatchObject({
      stated: { accounts: 12 },
      read: { accounts: 11 },
    })
    expect(judge(report.coverage ?? [])).toBe('partial')
    const short = readReport(pageOf(many, { shown: 3 }), knownOwner)
    expect(short.kind === 'unreadable' && short.message).toMatch(/scroll slowly to its end/)
  })

  test('truncated anywhere is never complete', () => {
    const page = printIdentityIq(printable(20))
    const end = page.indexOf('id="CreditorContacts"')
    const cuts = Array.from({ length: Math.floor((end - 200) / 7919) }, (_, index) => 200 + index * 7919)
    const verdicts = everyNth(3, cuts).map(at => {
      const reading = readReport(page.slice(0, at), knownOwner)
      return reading.kind === 'report' ? judge(reading.report.coverage ?? []) : reading.kind
    })
    expect(verdicts).toContain('partial')
    expect(verdicts).not.toContain('complete')
  })

  test('may count collections separately from the total', () => {
    const rows = [
      row(),
      row({ id: 'b', accountType: 'Collection', originalCreditor: 'MAY CLINIC', isCollection: true }),
    ]
    const page = pageOf(rows)
    expect(judge(read(page).coverage ?? [])).toBe('complete')
    const total = /(Total Accounts:<\/td>\s*<td class="info ng-binding">)2</
    expect(judge(read(page.replace(total, '$11<')).coverage ?? [])).toBe('complete')
    expect(readReport(page.replace(total, '$13<'), knownOwner).kind).toBe('unreadable')
  })
})
