import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Account } from '#features/reports/canonical.ts'
import { times } from '#test/support/chance.ts'
import { anyReport } from '#test/support/reports/any-report.ts'
import { factorIn, factorsIn, isNearest } from '#test/support/reports/factor-in.ts'
import {
  accountOf,
  collectionOf,
  inquiryOf,
  monthsOf,
  recordOf,
  reportOf,
} from '#test/support/reports/report-of.ts'
import { bureaus } from '#values/bureau.ts'
import type { Basis, Factor } from './contract.ts'

/** The row that represents an account, found without an index. */
const speaks = (rows: Account[]): Account | undefined => {
  let best: Account | undefined
  for (const bureau of bureaus) {
    for (const row of rows.filter(each => each.bureau === bureau)) {
      const [year = 0, month = 1, day = 1] = (row.lastReported ?? '0001').split('-').map(Number)
      const [bestYear = 0, bestMonth = 1, bestDay = 1] = (best?.lastReported ?? '0001').split('-').map(Number)
      const newer = year * 400 + month * 32 + day > bestYear * 400 + bestMonth * 32 + bestDay
      if (best === undefined || newer) best = row
    }
  }
  return best
}

const openCards = (rows: Account[]): boolean => {
  const latest = speaks(rows)
  return (
    latest !== undefined &&
    !latest.isCollection &&
    latest.accountType === 'Revolving' &&
    (latest.openClosed === 'Open' || (latest.openClosed === null && latest.accountStatus === 'Open'))
  )
}

describe('the numbers of any report, computed a second way', () => {
  test('match the factors', () => {
    fc.assert(
      fc.property(anyReport, fc.constantFrom<Plan>('free', 'max'), (report, plan) => {
        const rows = report.accounts.filter(account => bureausInPlan(plan).includes(account.bureau))
        const groups = [...new Set(rows.map(row => row.id))].map(id => rows.filter(row => row.id === id))
        const found = factorsIn(report, plan)
        const valueOf = (id: Factor['id']) => found.find(each => each.id === id)?.value

        expect(valueOf('total_accounts')).toBe(groups.length === 0 ? undefined : String(groups.length))

        let [on, late] = [0, 0]
        for (const group of groups) {
          const rated = group.filter(row => row.paymentHistory.some(({ status }) => status !== 'U'))
          const adverse = rated.filter(row =>
            row.paymentHistory.some(({ status }) => !/^(OK|U)$/.test(status)),
          )
          for (const { status } of speaks(adverse.length > 0 ? adverse : rated)?.paymentHistory ?? []) {
            if (status === 'OK') on += 1
            else if (status !== 'U') late += 1
          }
        }
        const history = valueOf('payment_history')
        if (on + late === 0) expect(history).toBeUndefined()
        else expect(isNearest(history ?? '', (100 * on) / (on + late)), history).toBe(true)

        let [used, limits] = [0, 0]
        for (const group of groups.filter(openCards)) {
          const row = speaks(
            group.filter(each => each.currentBalance !== null && Number(each.creditLimit) > 0),
          )
          used += Math.round(Number(row?.currentBalance ?? 0) * 100)
          limits += Math.round(Number(row?.creditLimit ?? 0) * 100)
        }
        const use = valueOf('credit_utilization')
        if (limits === 0) expect(use).toBeUndefined()
        else expect(isNearest(use ?? '', (used * 100) / limits), use).toBe(true)

        const marked = groups.filter(group => group.some(row => row.isDerogatory)).length
        const records = report.publicRecords.some(record => bureausInPlan(plan).includes(record.bureau))
          ? 1
          : 0
        const marks = valueOf('derogatory_marks')
        if (marks !== undefined) expect(marks).toBe(String(marked + records))
        else expect(marked + records).toBe(0)
      }),
      { numRuns: times(40) },
    )
  })

  test('come in order of impact, then the worst rating first', () => {
    fc.assert(
      fc.property(anyReport, report => {
        const weights = factorsIn(report).map(
          ({ impactLevel, rating }) =>
            ['high', 'medium', 'low'].indexOf(impactLevel) * 10 +
            ['poor', 'fair', 'good', 'excellent'].indexOf(rating),
        )
        expect(weights).toEqual(weights.toSorted((one, other) => one - other))
      }),
      { numRuns: times(40) },
    )
  })

  test('promise nothing and blame no one', () => {
    fc.assert(
      fc.property(anyReport, report => {
        expect(JSON.stringify(factorsIn(report))).not.toMatch(
          /guarantee|remove|boost|pre-approved|erase|you missed|null|undefined|NaN/i,
        )
      }),
      { numRuns: times(40) },
    )
  })
})

test('total accounts counts open and closed accounts once', () => {
  const report = reportOf({
    accounts: [accountOf(), accountOf({ bureau: 'Equifax' }), accountOf({ id: 'b', openClosed: 'Closed' })],
  })
  expect(factorIn('total_accounts', report)).toMatchObject({
    value: '2',
    rating: 'poor',
    description: '2 accounts on your report, 1 of them open.',
  })
})

const anyPlan = fc.constantFrom<Plan>('free', 'max')

const centsIn = (text: string): number => Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100)

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** The value recomputed from only the rows it names. */
const addedUp = (id: Factor['id'], basis: readonly Basis[]): number => {
  const parts = (pattern: RegExp) => basis.map(({ value }) => pattern.exec(value) ?? [])
  if (id === 'payment_history') {
    const counts = parts(/^(\d+) of (\d+) months? on time/)
    const on = total(counts.map(([, one]) => Number(one)))
    return (100 * on) / total(counts.map(([, , of]) => Number(of)))
  }
  if (id === 'credit_utilization') {
    const amounts = parts(/^(\$[\d,.]+) of (\$[\d,.]+) \(/)
    const used = total(amounts.map(([, balance]) => centsIn(balance ?? '')))
    const limits = total(amounts.map(([, , limit]) => centsIn(limit ?? '')))
    return (used * 100) / limits
  }
  return basis.length
}

describe('the rows behind a number', () => {
  test('add up to it', () => {
    fc.assert(
      fc.property(anyReport, anyPlan, (report, plan) => {
        for (const { id, value, basis } of factorsIn(report, plan)) {
          if (id === 'credit_age') continue
          const sum = addedUp(id, basis)
          expect(value === String(sum) || isNearest(value, sum), `${id} ${value} ${sum}`).toBe(true)
        }
      }),
      { numRuns: times(40) },
    )
  })

  test('have ages whose mean is the age of credit, to a tenth of a year', () => {
    fc.assert(
      fc.property(anyReport, anyPlan, (report, plan) => {
        const factor = factorIn('credit_age', report, plan)
        if (factor === undefined) return
        const ages = factor.basis.map(({ value }) => Number(/, ([\d.]+) years$/.exec(value)?.[1]))
        expect(
          Math.abs(total(ages) / ages.length - Number(/[\d.]+/.exec(factor.value)?.[0])),
        ).toBeLessThanOrEqual(0.101)
      }),
      { numRuns: times(40) },
    )
  })

  test('link to a row of the report, at a bureau that the plan shows', () => {
    fc.assert(
      fc.property(anyReport, anyPlan, (report, plan) => {
        for (const row of factorsIn(report, plan).flatMap(factor => factor.basis)) {
          const there = [
            ...report.accounts.filter(({ id }) => id === row.accountId),
            ...report.inquiries.filter(({ id }) => id === row.inquiryId),
            ...report.publicRecords.filter(({ id }) => id === row.recordId),
          ]
          expect(there.map(each => each.bureau)).toContain(row.bureau)
          if (plan === 'free') expect(row.bureau).toBe('TransUnion')
        }
      }),
      { numRuns: times(40) },
    )
  })

  test('state which months, cards, marks and inquiries they are', () => {
    const report = reportOf({
      accounts: [
        accountOf({
          currentBalance: '4612.00',
          creditLimit: '5000.00',
          paymentHistory: monthsOf('2026-11', 'OK U 30 60'),
        }),
        collectionOf({ id: 'c' }),
      ],
      inquiries: [inquiryOf()],
      publicRecords: [recordOf()],
    })
    const rowsOf = (id: Factor['id']) =>
      factorIn(id, report)?.basis.map(({ label, value }) => `${label}: ${value}`)
    expect(rowsOf('payment_history')).toEqual([
      'Lakeshore Card Services: 1 of 3 months on time; late or worse: 10/2026 (30 days late), 11/2026 (60 days late)',
    ])
    expect(rowsOf('credit_utilization')).toEqual(['Lakeshore Card Services: $4,612.00 of $5,000.00 (92%)'])
    expect(rowsOf('derogatory_marks')).toEqual([
      'Meridian Collections: Collection account, $1,284.00, opened 02/18/2025',
      'Chapter 7 bankruptcy filed 03/02/2019: Discharged',
    ])
    expect(rowsOf('credit_age')).toEqual(['Lakeshore Card Services: Opened 08/14/2021, 5.3 years'])
    expect(rowsOf('total_accounts')).toEqual([
      'Lakeshore Card Services: Open, listed by TransUnion',
      'Meridian Collections: Not open, listed by TransUnion',
    ])
    expect(rowsOf('hard_inquiries')).toEqual(['Cedar Auto Finance: 08/22/2026'])
  })
})

test('an account that a bureau lists twice is counted once by every factor, which says so', () => {
  const listed = (id: string, own: Partial<Account> = {}) =>
    accountOf({
      id,
      dateOpened: '2012-11-14',
      highBalance: '900.00',
      currentBalance: '500.00',
      creditLimit: '1000.00',
      paymentHistory: monthsOf('2026-11', 'OK OK 30'),
      ...own,
    })
  const other = accountOf({
    id: 'other',
    creditorName: 'Oak Bank',
    accountNumber: '4000****',
    dateOpened: '2024-11-14',
    paymentHistory: monthsOf('2026-11', 'OK'),
  })
  const said = (id: Factor['id'], accounts: Account[]) => factorIn(id, reportOf({ accounts }))?.description
  const two = [listed('a'), listed('b'), other]
  const note =
    'Lakeshore Card Services is listed twice with the same opening date and amounts, and counted once.'
  expect(said('payment_history', two)).toBe(
    `1 of 4 reported months were late or worse. The rest were on time. ${note}`,
  )
  expect(said('total_accounts', two)).toBe(`2 accounts on your report, 2 of them open. ${note}`)
  expect(said('credit_age', two)).toBe(`The average age of your 2 open accounts on 11/14/2026. ${note}`)
  expect(factorIn('credit_age', reportOf({ accounts: two }))?.value).toBe('8.0 years')
  const charged: Partial<Account> = { accountStatus: 'Derogatory', payStatus: 'CO', isDerogatory: true }
  expect(said('derogatory_marks', [listed('a', charged), listed('b', charged)])).toContain(
    `1 other account. ${note}`,
  )
  expect(said('total_accounts', [listed('a'), listed('b'), listed('c')])).toContain(
    'Lakeshore Card Services is listed more than once with',
  )
  const loan: Partial<Account> = {
    accountType: 'Installment',
    accountTypeDetail: 'Auto loan',
    currentBalance: '0.00',
    creditLimit: null,
    openClosed: 'Closed',
  }
  const closed = (id: string, dateClosed: string) => listed(id, { ...loan, dateClosed })
  expect(said('total_accounts', [closed('a', '2020-02-03'), closed('b', '2020-02-03'), other])).toBe(
    `2 accounts on your report, 1 of them open. ${note}`,
  )
  expect(said('total_accounts', [closed('a', '2020-02-03'), closed('b', '2020-02-04'), other])).toBe(
    '3 accounts on your report, 1 of them open.',
  )
  // A card that is paid has not become two, unless nothing but its limit is known.
  const paid = { currentBalance: '0.00' }
  expect(said('credit_utilization', [listed('a', paid), listed('b', paid)])).toContain('of $1,000.00 in')
  const unused = { ...paid, highBalance: '1000.00' }
  expect(said('credit_utilization', [listed('a', unused), listed('b', unused)])).toContain('of $2,000.00 in')
  // A masked number can be that of two cards of one day.
  const differing: [Partial<Account>, Partial<Account>][] = [
    [{}, { currentBalance: '400.00' }],
    // Parts of a student loan, and bills of one hospital.
    [{ creditorNameReported: 'DEPT OF ED/NELNET', accountType: 'Installment' }, {}],
    [{ originalCreditor: 'Oak Hospital' }, {}],
    [{}, { payStatus: '30' }],
    [{}, { isDerogatory: true }],
    [{}, { late30: 1 }],
    [{}, { dateFirstDelinquency: '2026-01' }],
    [{ accountNumber: '5178440200001111' }, { accountNumber: '5178440200002222' }],
  ]
  for (const [one, own] of differing)
    expect(said('total_accounts', [listed('a', one), listed('b', { ...one, ...own })])).toBe(
      '2 accounts on your report, 2 of them open.',
    )
  // Whichever entry comes first, the one that another bureau lists too is counted.
  const everywhere = [listed('a'), listed('a', { bureau: 'Experian' })]
  for (const accounts of [
    [...everywhere, listed('b')],
    [listed('b'), ...everywhere],
  ])
    expect(said('total_accounts', accounts)).toBe(`1 account on your report, 1 of them open. ${note}`)
})

describe('age of credit', () => {
  test.each([
    ['one account', [{ dateOpened: '2020-06-24' }], '6.4 years', 'fair'],
    ['two accounts', [{ dateOpened: '2016-11-14' }, { dateOpened: '2024-11-14' }], '6.0 years', 'fair'],
    ['a month without its day', [{ dateOpened: '2017-11' }], '9.0 years', 'excellent'],
    [
      'closed accounts left out',
      [{ dateOpened: '2025-11-14' }, { dateOpened: '1990-01-01', openClosed: 'Closed' as const }],
      '1.0 years',
      'poor',
    ],
    [
      'collections left out',
      [{ dateOpened: '2025-11-14' }, { dateOpened: '1990-01-01', isCollection: true }],
      '1.0 years',
      'poor',
    ],
    [
      'a date after the report left out',
      [{ dateOpened: '2025-11-14' }, { dateOpened: '2027-01-01' }],
      '1.0 years',
      'poor',
    ],
    [
      'a date after the report at one bureau, and another one at the next',
      [
        { id: 'a', bureau: 'Equifax' as const, lastReported: '2026-11-10', dateOpened: '2027-01-01' },
        { id: 'a', dateOpened: '2016-11-14' },
      ],
      '10.0 years',
      'excellent',
    ],
  ] as const)('of %s', (_, accounts, value, rating) => {
    const report = reportOf({
      accounts: accounts.map((given, index) => accountOf({ id: String(index), ...given })),
    })
    expect(factorIn('credit_age', report)).toMatchObject({ value, rating })
  })

  test('advises to keep the oldest open card, but no loan and no card of someone else', () => {
    const authorized = accountOf({ id: 'u', dateOpened: '2020-01-01', responsibility: 'Authorized user' })
    const loan = accountOf({
      id: 'l',
      creditorName: 'Loan',
      accountType: 'Installment',
      dateOpened: '2019-01-01',
    })
    const advice = factorIn(
      'credit_age',
      reportOf({
        accounts: [loan, authorized, accountOf({ creditorName: 'Own Bank', dateOpened: '2021-01-01' })],
      }),
    )?.alerts
    expect(advice?.map(each => each.recommendation)).toEqual([
      'Keep Own Bank open, even if you use it rarely.',
    ])
    expect(factorIn('credit_age', reportOf({ accounts: [loan] }))?.alerts).toEqual([])
  })

  test('counts an account that may have been opened before a report dated only by month', () => {
    const accounts = [
      accountOf({ id: 'a', dateOpened: '2024-11' }),
      accountOf({ id: 'b', dateOpened: '2026-11-05' }),
    ]
    expect(factorIn('credit_age', reportOf({ reportDate: '2026-11', accounts }))).toMatchObject({
      value: '1.0 years',
      description: 'The average age of your 2 open accounts on 11/2026.',
    })
  })

  test('is omitted if no open account has a date', () => {
    expect(factorIn('credit_age', reportOf({ accounts: [accountOf({ dateOpened: null })] }))).toBeUndefined()
  })
})

describe('hard inquiries', () => {
  test.each([
    ['one', [{}], '1'],
    [
      'the same at two bureaus once',
      [{}, { bureau: 'Equifax' as const, company: 'CEDAR AUTO FINANCE' }],
      '1',
    ],
    [
      'the same at three bureaus that spell it apart once',
      [
        { company: 'CEDAR AUTO FIN' },
        { bureau: 'Experian' as const, company: 'CEDAR AUTO FINANCE' },
        { bureau: 'Equifax' as const, company: 'CEDAR AUTO FINANCE LLC' },
      ],
      '1',
    ],
    ['two spellings at one bureau twice', [{}, { company: 'CEDAR AUTO FIN' }], '2'],
    ['two companies of one day twice', [{}, { bureau: 'Equifax' as const, company: 'QUARRY BANK' }], '2'],
    ['the same company on two days twice', [{}, { date: '2026-08-23' }], '2'],
    ['soft ones left out', [{ kind: 'soft' as const }], '0'],
    ['those of 24 months ago', [{ date: '2024-11-14' }], '1'],
    ['those a day older left out', [{ date: '2024-11-13' }], '0'],
    ['a month that reaches into the window', [{ date: '2024-11' }], '1'],
    ['those without a date left out', [{ date: null }], '0'],
  ])('%s', (_, inquiries, value) => {
    expect(factorIn('hard_inquiries', reportOf({ inquiries: inquiries.map(inquiryOf) }))?.value).toBe(value)
  })

  test('are counted from the last reported account when the report has no date', () => {
    const report = reportOf({
      reportDate: null,
      accounts: [accountOf({ lastReported: '2020-01-01' })],
      inquiries: [inquiryOf({ date: '2019-05-01' })],
    })
    expect(factorIn('hard_inquiries', report)?.description).toBe(
      '1 application for credit in the 24 months before 01/01/2020.',
    )
  })
})
