import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Account } from '#features/reports/canonical.ts'
import { buildReportView } from '#features/reports/report-view.ts'
import { anyReport } from '#test/support/reports/any-report.ts'
import { accountOf, collectionOf, reportOf } from '#test/support/reports/report-of.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { compareAccounts } from './account-comparison.ts'

const labels = [
  'Account #',
  'Account Type',
  'Account Type - Detail',
  'Bureau Code',
  'Account Status',
  'Monthly Payment',
  'Date Opened',
  'Balance',
  'No. of Months (terms)',
  'High Credit',
  'Credit Limit',
  'Past Due',
  'Payment Status',
  'Last Reported',
  'Comments',
  'Date Last Active',
  'Date of Last Payment',
]

const compare = (accounts: Account[], columns: readonly Bureau[] = bureaus) =>
  compareAccounts(buildReportView(reportOf({ accounts }), 'max').fullReport.accountInformation, columns)

const textsOf = (label: string, accounts: Account[]) =>
  compare(accounts, bureaus)[0]
    ?.rows.find(row => row.label === label)
    ?.cells.map(cell => cell.text)

describe('what only some documents state', () => {
  test('is a separate row if a bureau states when it stops reporting, and never a difference', () => {
    const rows = [
      accountOf({ removalDate: '2032-10' }),
      accountOf({ bureau: 'Experian', removalDate: '2032-09' }),
      accountOf({ bureau: 'Equifax' }),
    ]
    expect(textsOf('Bureau Says It Stops Reporting', rows)).toEqual(['10/2032', '09/2032', '-'])
    expect(compare(rows)[0]?.differing).toBe(0)
    expect(textsOf('Bureau Says It Stops Reporting', [accountOf()])).toBeUndefined()
  })

  test('an account that was perhaps not read is not "not on" the bureau', () => {
    const shown = buildReportView(reportOf({ accounts: [accountOf()] }), 'max').fullReport.accountInformation
    const [creditor] = compareAccounts(shown, bureaus, ['Experian'])
    expect([creditor?.notReported, creditor?.notStated]).toEqual([['Equifax'], ['Experian']])
    expect(creditor?.chips[0]?.text).toBe('Not on Equifax')
  })
})

describe('creditors side by side', () => {
  test('of any report have the seventeen rows in order, a cell for every bureau and every reported row once', () => {
    fc.assert(
      fc.property(anyReport, fc.constantFrom<Plan>('free', 'max'), (report, plan) => {
        const { accountInformation } = buildReportView(report, plan).fullReport
        const creditors = compareAccounts(accountInformation, bureausInPlan(plan))
        for (const creditor of creditors) {
          expect(creditor.rows.map(row => row.label)).toEqual(labels)
          for (const row of creditor.rows)
            expect(row.cells.map(cell => cell.bureau)).toEqual(bureausInPlan(plan))
          expect(creditor.rows.flatMap(row => row.cells).every(cell => cell.text !== '')).toBe(true)
          expect(creditor.differing).toBe(creditor.rows.filter(row => row.differs).length)
          const absent = [...creditor.notReported, ...creditor.notStated]
          expect(new Set([...absent, ...creditor.accounts.map(account => account.bureau)]).size).toBe(
            bureausInPlan(plan).length,
          )
          for (const row of creditor.rows) {
            for (const cell of row.cells)
              if (absent.includes(cell.bureau)) expect(cell).toMatchObject({ text: '-', style: 'nil' })
          }
          if (plan === 'free') expect(creditor.differing).toBe(0)
        }
        expect(new Set(creditors.map(creditor => creditor.key)).size).toBe(creditors.length)
        const placed = creditors.flatMap(creditor => creditor.accounts)
        expect(placed).toHaveLength(accountInformation.length)
        expect(new Set(placed)).toEqual(new Set(accountInformation))
      }),
    )
  })

  test('show each value in its format', () => {
    const account = accountOf({
      responsibility: 'Joint',
      monthlyPayment: '145.5',
      currentBalance: '4612',
      termLength: 60,
      highBalance: '0.00',
      amountPastDue: null,
      lastReported: '2026-11-03',
      dateLastActive: '2026-10',
      dateLastPayment: '2026-11-02',
    })
    expect(compare([account], ['TransUnion'])[0]?.rows.map(row => row.cells[0]?.text)).toEqual([
      '51784402****',
      'Revolving',
      'Credit card',
      'Joint',
      'Open',
      '$145.50',
      '08/14/2021',
      '$4,612.00',
      '60',
      '$0.00',
      '-',
      '-',
      'Current',
      '11/2026',
      '-',
      '10/2026',
      '11/02/2026',
    ])
  })

  test('put a stronger line before Monthly Payment and Payment Status', () => {
    const gaps = compare([accountOf()])[0]?.rows.filter(row => row.gap)
    expect(gaps?.map(row => row.label)).toEqual(['Monthly Payment', 'Payment Status'])
  })

  test("show '-' if a bureau does not report the account or the responsibility", () => {
    expect(
      textsOf('Bureau Code', [accountOf(), accountOf({ bureau: 'Experian', responsibility: 'Joint' })]),
    ).toEqual(['-', 'Joint', '-'])
  })

  test('emphasise Open and Paid and mark Derogatory', () => {
    const looksOf = (account: Account) =>
      compare([account], ['TransUnion'])[0]
        ?.rows.filter(row => ['Account Status', 'Payment Status', 'Comments'].includes(row.label))
        .map(row => row.cells[0]?.style)
    expect(looksOf(accountOf())).toEqual(['em', 'plain', 'nil'])
    expect(looksOf(accountOf({ accountStatus: 'Paid' }))).toEqual(['em', 'plain', 'nil'])
    expect(looksOf(accountOf({ accountStatus: 'Closed' }))).toEqual(['plain', 'plain', 'nil'])
    expect(looksOf(collectionOf())).toEqual(['bad', 'bad', 'bad'])
  })
})

describe('a row differs', () => {
  const differing = (one: Partial<Account>, other: Partial<Account>) =>
    compare([accountOf(one), accountOf({ bureau: 'Equifax', ...other })])[0]
      ?.rows.filter(row => row.differs)
      .map(row => row.label)

  test.each<[string, Partial<Account>, Partial<Account>, string[]]>([
    ['when balances differ', { currentBalance: '1' }, { currentBalance: '2' }, ['Balance']],
    ['when one bureau reports zero', { creditLimit: '0' }, { creditLimit: '500' }, ['Credit Limit']],
    ['when the status differs', { accountStatus: 'Closed' }, { accountStatus: 'Open' }, ['Account Status']],
    ['when the manner of payment differs', { payStatus: '30' }, { payStatus: 'OK' }, ['Payment Status']],
    [
      'when the opening date differs',
      { dateOpened: '2021-08-14' },
      { dateOpened: '2021-08-15' },
      ['Date Opened'],
    ],
    [
      'when remarks differ',
      { remarks: [{ code: null, text: 'A' }] },
      { remarks: [{ code: null, text: 'B' }] },
      ['Comments'],
    ],
    ['not when one bureau gives no value', { currentBalance: '1' }, { currentBalance: null }, []],
    [
      'not when one bureau gives no responsibility',
      { responsibility: 'Joint' },
      { responsibility: null },
      [],
    ],
    ['not when one bureau gives no manner of payment', { payStatus: '30' }, { payStatus: null }, []],
    ['not when one bureau has a remark', { remarks: [{ code: null, text: 'A' }] }, {}, []],
    ['not when one date has no day', { dateOpened: '2021-08' }, { dateOpened: '2021-08-14' }, []],
    [
      'not when only letter case differs',
      { accountTypeDetail: 'CREDIT CARD' },
      { accountTypeDetail: 'Credit card' },
      [],
    ],
    ['not when amounts are written otherwise', { currentBalance: '5' }, { currentBalance: '5.00' }, []],
    [
      'not by number or dates that differ normally',
      { accountNumber: '1', lastReported: '2026-01', dateLastActive: '2026-01', dateLastPayment: '2026-01' },
      { accountNumber: '2' },
      [],
    ],
    ['not when values are shared', { currentBalance: '1' }, { currentBalance: '2', valuesShared: true }, []],
  ])('%s', (_, one, other, labelsFound) => {
    expect(differing(one, other)).toEqual(labelsFound)
  })
})

describe('the head of a creditor', () => {
  test('names the account, what differs, which bureaus do not report it, and its status', () => {
    const [creditor] = compare([
      accountOf({ currentBalance: '1' }),
      accountOf({ bureau: 'Experian', currentBalance: '2', highBalance: '3' }),
    ])
    expect(creditor).toMatchObject({
      id: 'account-1',
      name: 'Lakeshore Card Services',
      subtitle: 'Credit card, opened 08/14/2021',
      differing: 1,
      notReported: ['Equifax'],
      notStated: [],
      shared: [],
    })
    expect(creditor?.chips).toEqual([
      { text: '1 row differs', tone: 'amber' },
      { text: 'Not on Equifax', tone: 'amber' },
      { text: 'Open', tone: 'green' },
    ])
  })

  test.each([
    [['Open', 'Open'], [{ text: 'Open', tone: 'green' }]],
    [['Closed', 'Closed'], [{ text: 'Closed', tone: 'plain' }]],
    [['Derogatory', 'Derogatory'], [{ text: 'Derogatory', tone: 'red' }]],
    [['Open', 'Derogatory'], [{ text: 'Derogatory at Equifax', tone: 'red' }]],
    [['Open', 'Closed'], []],
  ] as const)('with statuses %j has the chips %j', ([one, other], chips) => {
    const [creditor] = compare(
      [accountOf({ accountStatus: one }), accountOf({ bureau: 'Equifax', accountStatus: other })],
      ['TransUnion', 'Equifax'],
    )
    expect(creditor?.chips.filter(chip => chip.tone !== 'amber')).toEqual(chips)
  })

  test.each<[Partial<Account>, string]>([
    [{}, 'Credit card, opened 08/14/2021'],
    [{ accountTypeDetail: null }, 'Revolving, opened 08/14/2021'],
    [{ accountTypeDetail: null, accountType: 'Unknown', dateOpened: '2021-08' }, 'Opened 08/2021'],
    [{ dateOpened: null }, 'Credit card'],
    [{ accountTypeDetail: null, accountType: 'Unknown', dateOpened: null }, ''],
  ])('with %j shows %j', (given, subtitle) => {
    expect(compare([accountOf(given)])[0]?.subtitle).toBe(subtitle)
  })

  test('of a merged row states that its values are shared, and not which bureaus lack it', () => {
    const [creditor] = compare([accountOf({ bureau: 'Experian', valuesShared: true, bureausKnown: false })])
    expect(creditor).toMatchObject({
      shared: ['Experian'],
      notReported: [],
      notStated: ['TransUnion', 'Equifax'],
    })
    expect(creditor?.chips).toEqual([{ text: 'Open', tone: 'green' }])
  })

  test('appears once for each creditor name and id, and again for a second listing at one bureau', () => {
    const creditors = compare([
      accountOf(),
      accountOf({ id: 'b' }),
      accountOf({ bureau: 'Equifax' }),
      accountOf({ currentBalance: '7' }),
    ])
    expect(creditors.map(({ id, accounts }) => [id, accounts.map(account => account.bureau)])).toEqual([
      ['account-1', ['TransUnion', 'Equifax']],
      ['account-1', ['TransUnion']],
      ['b', ['TransUnion']],
    ])
  })
})
