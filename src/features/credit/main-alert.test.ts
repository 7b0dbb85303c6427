import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Plan } from '#features/identity/plan.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import { anyReport } from '#test/support/reports/any-report.ts'
import { accountOf, collectionOf, inquiryOf, reportOf } from '#test/support/reports/report-of.ts'
import { buildAnalytics } from './analytics.ts'

const meta = { id: 'r', receivedAt: '2026-11-15T00:00:00.000Z', origin: 'sandbox' } as const
const alertOf = (report: Report, plan: Plan = 'max') => buildAnalytics({ report, meta, plan }).mainAlert

/** Six accounts with nothing to say about them. */
const quiet = Array.from({ length: 6 }, (_, index) =>
  accountOf({
    id: `quiet-${index}`,
    creditorName: `Quiet Bank ${index}`,
    currentBalance: '10.00',
    creditLimit: '1000.00',
  }),
)
const withAccount = (given: Partial<Account>) => reportOf({ accounts: [...quiet, accountOf(given)] })
const burst = ['2026-11-01', '2026-11-03', '2026-11-20', '2026-10-25'].map((date, index) =>
  inquiryOf({ company: `Lender ${index}`, date }),
)

/** Each has everything that the ones below it have, so that the order is proven. */
const collection = collectionOf({ dateOpened: '2026-09-02' })
const impossible = accountOf({
  id: 'p',
  creditorName: 'Northgate Bank',
  accountStatus: 'Paid',
  openClosed: 'Closed',
  currentBalance: '312.00',
})
const high = accountOf({ id: 'h', currentBalance: '40000.00', creditLimit: '50000.00' })
const oldInquiries = ['2026-01-01', '2025-10-01', '2025-07-01'].map(date =>
  inquiryOf({ date, company: `Old ${date}` }),
)

describe('the main alert', () => {
  test.each([
    [
      'identity_theft',
      reportOf({ accounts: [impossible, collection, high], inquiries: [...burst, ...oldInquiries] }),
    ],
    ['impossible_item', reportOf({ accounts: [impossible, collection, high], inquiries: oldInquiries })],
    ['derogatory', reportOf({ accounts: [collection, high], inquiries: oldInquiries })],
    ['utilization', reportOf({ accounts: [high, collectionOf()], inquiries: oldInquiries })],
    ['inquiries', reportOf({ accounts: [accountOf(), collectionOf()], inquiries: oldInquiries })],
    ['thin_file', reportOf({ accounts: [accountOf(), collectionOf()] })],
    ['derogatory', reportOf({ accounts: [...quiet, collectionOf()] })],
    ['all_good', reportOf({ accounts: quiet })],
  ])('is %s before all that is less urgent', (kind, report) => {
    expect(alertOf(report).kind).toBe(kind)
  })

  test('of any report says what to do, promises nothing and leaves nothing unsaid', () => {
    fc.assert(
      fc.property(anyReport, fc.constantFrom<Plan>('free', 'max'), (report, plan) => {
        const { kind, basis, ...words } = alertOf(report, plan)
        expect(Object.values(words).every(text => text !== undefined && text.length > 10)).toBe(true)
        expect(JSON.stringify(words)).not.toMatch(
          /guarantee|remove|boost|pre-approved|erase|null|undefined|NaN|!/i,
        )
        const seen = report.accounts.filter(account => plan === 'max' || account.bureau === 'TransUnion')
        if (kind === 'all_good') expect(seen.some(account => account.isDerogatory)).toBe(false)
      }),
    )
  })
})

describe('impossible items', () => {
  /** Nothing is said to be wrong: at most there is something to look at. */
  const mayBeTrue = ['all_good', 'to_check']
  const paid = { accountStatus: 'Paid', openClosed: 'Closed' } as const

  test.each<[string, Partial<Account>]>([
    ['paid with a balance', { ...paid, currentBalance: '312.00' }],
    [
      'paid in full with a balance',
      {
        openClosed: 'Closed',
        accountStatus: 'Closed',
        currentBalance: '312.00',
        remarks: [{ code: null, text: 'Account paid in full' }],
      },
    ],
    [
      'a paid collection with a balance',
      { accountStatus: 'Paid', isCollection: true, currentBalance: '312.00' },
    ],
    ['paid and past due', { ...paid, amountPastDue: '50.00' }],
    ['nothing owed, yet past due', { currentBalance: '0.00', amountPastDue: '50.00' }],
    ['more past due than owed', { currentBalance: '40.00', amountPastDue: '50.00' }],
    ['opened after the report', { dateOpened: '2026-12-01' }],
    ['a last payment after the report', { dateLastPayment: '2027-01' }],
  ])('%s', (_, given) => {
    expect(alertOf(withAccount(given)).kind).toBe('impossible_item')
  })

  test.each<[string, Partial<Account>]>([
    ['closed with a balance', { openClosed: 'Closed', accountStatus: 'Closed', currentBalance: '312.00' }],
    [
      'closed and past due',
      { openClosed: 'Closed', accountStatus: 'Closed', currentBalance: '312.00', amountPastDue: '100.00' },
    ],
    [
      'an open card, paid and used again',
      { accountStatus: 'Paid', openClosed: 'Open', currentBalance: '12.00' },
    ],
    [
      'not paid in full',
      {
        openClosed: 'Closed',
        accountStatus: 'Closed',
        currentBalance: '12.00',
        remarks: [{ code: null, text: 'Settled, not paid in full' }],
      },
    ],
    ['paid with nothing owed', { ...paid, currentBalance: '0.00', amountPastDue: '0.00' }],
    ['paid, balance not reported', { ...paid, currentBalance: null }],
    ['all that is owed past due', { currentBalance: '50.00', amountPastDue: '50.00' }],
    ['past due, balance not reported', { currentBalance: null, amountPastDue: '50.00' }],
    ['opened in the month of the report', { dateOpened: '2026-11' }],
    ['opened in the year of the report', { dateOpened: '2026' }],
    ['a day later, in another time zone', { dateLastPayment: '2026-11-15' }],
    ['reported to the end of the cycle', { lastReported: '2026-11-30' }],
  ])('may be true: %s', (_, given) => {
    expect(mayBeTrue).toContain(alertOf(withAccount(given)).kind)
  })

  test('an exact duplicate at one bureau is one, another loan of the day is not', () => {
    const loan = {
      id: 'a',
      creditorName: 'Brightway',
      accountType: 'Installment',
      highBalance: '5000.00',
      currentBalance: '4000.00',
    } as const
    const twice = (more: Partial<Account>) =>
      alertOf(reportOf({ accounts: [...quiet, accountOf(loan), accountOf({ ...loan, id: 'b', ...more })] }))
        .kind
    expect(twice({})).toBe('impossible_item')
    expect(mayBeTrue).toContain(twice({ bureau: 'Equifax' }))
    expect(mayBeTrue).toContain(twice({ highBalance: '5500.00' }))
    expect(mayBeTrue).toContain(twice({ currentBalance: '3999.00' }))
    expect(mayBeTrue).toContain(twice({ accountNumber: '99990000****' }))
  })

  test('names the account, what it says at each bureau, and the rows behind it', () => {
    const report = reportOf({
      accounts: [...quiet, impossible, { ...impossible, bureau: 'Equifax', amountPastDue: '9.00' }],
    })
    expect(alertOf(report)).toEqual({
      kind: 'impossible_item',
      title: 'A paid account still shows a balance',
      recommendation: 'Check Northgate Bank at TransUnion. If it is wrong, start an account dispute.',
      explanation:
        'TransUnion lists it as paid, yet with a balance of $312.00. Equifax says the same. That cannot be right as it stands.',
      basis: [
        {
          label: 'Northgate Bank',
          value: 'A paid account still shows a balance',
          accountId: 'p',
          bureau: 'TransUnion',
        },
        {
          label: 'Northgate Bank',
          value: 'A paid account still shows a balance',
          accountId: 'p',
          bureau: 'Equifax',
        },
      ],
      findingId: 'C-02:account/p:TransUnion+Equifax',
    })
  })
})

describe('files that could not be read', () => {
  test('without any file nothing is called good', () => {
    const files = [
      { bureau: 'TransUnion', status: 'frozen', text: null },
      { bureau: 'Equifax', status: 'noHit', text: null },
    ] as const
    expect(alertOf(reportOf({ files: [...files] }))).toMatchObject({
      kind: 'no_report',
      explanation:
        'Your TransUnion file is frozen and Equifax found no file for you. That does not mean that you have no debts.',
    })
  })

  test('a report that covers no bureau of the plan is not called empty', () => {
    const experian = accountOf({ bureau: 'Experian' })
    const report = reportOf({
      files: [{ bureau: 'Experian', status: 'hit', text: null }],
      accounts: [experian],
    })
    expect(alertOf(report, 'free')).toEqual({
      kind: 'no_report',
      title: 'This report is of no bureau that your plan shows',
      recommendation: 'Import a report of a bureau that your plan shows. Your plan stands in Profile.',
      explanation:
        'There is nothing to show of it with your plan. That does not mean that you have no debts.',
    })
  })

  test('a frozen bureau beside few accounts is named', () => {
    const report = reportOf({
      accounts: quiet.slice(0, 4),
      files: [{ bureau: 'Experian', status: 'frozen', text: null }],
    })
    expect(alertOf(report)).toMatchObject({ kind: 'thin_file' })
    expect(alertOf(report).explanation).toContain('Your Experian file is frozen, so we could not look there.')
    expect(alertOf(report, 'free').explanation).not.toContain('Experian')
  })

  test('a frozen bureau beside good ones is named', () => {
    const report = reportOf({
      accounts: quiet,
      files: [{ bureau: 'Experian', status: 'frozen', text: null }],
    })
    expect(alertOf(report)).toMatchObject({ kind: 'all_good' })
    expect(alertOf(report).explanation).toContain('Your Experian file is frozen, so we could not look there.')
    expect(alertOf(report, 'free').explanation).not.toContain('Experian')
  })
})

test('high use of a card of somebody else is for its owner to pay down', () => {
  const used = { currentBalance: '40000.00', creditLimit: '50000.00', responsibility: 'Authorized user' }
  expect(alertOf(withAccount(used))).toMatchObject({
    kind: 'utilization',
    recommendation:
      'The high balance is on a card of which you are an authorized user. Ask its owner to pay it down, or to take you off the card.',
  })
})
