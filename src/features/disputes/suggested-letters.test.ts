import { describe, expect, test } from 'vitest'
import { runAllRules } from '#features/findings/find.ts'
import type { Finding } from '#features/findings/finding.ts'
import type { AccountReason } from '#features/findings/reasons.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import { accountOf, monthsOf, personOf, reportOf } from '#test/support/reports/report-of.ts'
import { toAccountFacts } from './facts.ts'
import { accountClaim } from './letters/claims.ts'
import { isContested } from './value-differences.ts'

/**
 * The text of a letter with the suggested reason, next to the finding that suggests it. A letter may doubt only what the
 * finding doubts: everything in it must follow from the file, or be the claim of its reason in the wizard.
 */

const today = '2026-11-22'

const paid = { accountStatus: 'Paid', openClosed: 'Closed', currentBalance: '0.00' } as const
const chargedOff = { accountStatus: 'Derogatory', isDerogatory: true, payStatus: 'CO' } as const
const loan = {
  accountType: 'Installment',
  accountTypeDetail: 'Auto loan',
  originalAmount: '9000.00',
} as const
const remark = (text: string) => ({ remarks: [{ code: null, text }] })
const was = (row: Partial<Account>): Partial<Account> => ({ lastReported: '2026-10-01', ...row })

type Case = [
  rule: string,
  reason: AccountReason,
  letter: string,
  row: Partial<Account>,
  more?: { other?: Partial<Account>; before?: Partial<Account> },
]

const theirs = 'What is shown for this account is inaccurate or incomplete.'

const cases: Case[] = [
  [
    'C-01',
    'too_old',
    'Some of what is shown against me on this account is too old to be reported. Section 605 of the Act, 15 U.S.C. 1681c(a)(5), ends the reporting of adverse information after seven years. Your file shows the account as 30 days late in September 2019, more than seven years ago. The report that I have gives no date of first delinquency.',
    {
      dateOpened: '2015-08-14',
      paymentHistory: [...monthsOf('2019-09', '30'), ...monthsOf('2026-10', '30 OK')],
    },
  ],
  [
    'C-01',
    'other',
    theirs,
    {
      dateOpened: '2015-08-14',
      payStatus: '30',
      dateFirstDelinquency: '2026-10-20',
      paymentHistory: [...monthsOf('2019-09', '30'), ...monthsOf('2026-11', '30')],
    },
  ],
  [
    'C-02',
    'paid_or_settled',
    'I paid or settled this account. Your file still shows a balance of $40.00.',
    { ...paid, currentBalance: '40.00' },
  ],
  [
    'C-02',
    'wrong_balance',
    'The amount shown as owed is inaccurate. Your file shows a balance of $40.00.',
    { ...paid, currentBalance: '40.00', ...remark('Paid by co-maker') },
  ],
  [
    'C-02',
    'wrong_balance',
    'The amount shown as owed is inaccurate. Your file shows a balance of $40.00.',
    { ...loan, accountStatus: 'Refinanced', openClosed: 'Closed', currentBalance: '40.00' },
  ],
  [
    'C-03',
    'wrong_balance',
    'At least one of the amounts shown as owed is inaccurate. Your file shows a balance of $0.00 and $40.00 past due.',
    { ...paid, amountPastDue: '40.00', ...remark('Paid from collateral') },
  ],
  [
    'C-03',
    'wrong_balance',
    'At least one of the amounts shown as owed is inaccurate. Your file shows a balance of $900.00 and $40.00 past due.',
    { currentBalance: '900.00', amountPastDue: '40.00' },
  ],
  [
    'C-04',
    'wrong_balance',
    'At least one of the amounts shown as owed is inaccurate. Your file shows a balance of $20.00 and $40.00 past due.',
    { payStatus: '30', currentBalance: '20.00', amountPastDue: '40.00' },
  ],
  [
    'C-10',
    'never_late',
    'I was not late in November 2026. Your file shows the account as 30 days late in November 2026.',
    { paymentHistory: monthsOf('2026-11', 'OK 30') },
  ],
  ['C-10', 'other', theirs, { paymentHistory: monthsOf('2026-11', '30 OK 30') }],
  // The two bureaus' contradictions are opposite, so no single reason is true of both.
  [
    'C-10',
    'other',
    theirs,
    { paymentHistory: monthsOf('2026-11', 'OK 30') },
    { other: { payStatus: '30', paymentHistory: monthsOf('2026-11', 'OK OK') } },
  ],
  [
    'C-12',
    'other',
    theirs,
    { ...paid, dateClosed: '2026-03-02', datePaid: '2026-03-02', paymentHistory: monthsOf('2026-06', '30') },
  ],
  ['C-12', 'other', theirs, { dateOpened: '2024-05-10', paymentHistory: monthsOf('2024-03', '30') }],
  [
    'C-13',
    'wrong_dates',
    'At least one of the dates shown for this account is inaccurate.',
    {
      payStatus: '60',
      dateFirstDelinquency: '2026-05',
      paymentHistory: monthsOf('2026-11', 'CO OK OK OK OK OK OK OK 60'),
    },
  ],
  [
    'C-16',
    'wrong_dates',
    'At least one of the dates shown for this account is inaccurate.',
    { payStatus: '60', dateFirstDelinquency: '2026-09-20' },
    { before: { payStatus: '30', dateFirstDelinquency: '2026-05-20' } },
  ],
  [
    'C-16',
    'reaged',
    'The date from which the age of this account is counted is too late, so that it looks newer than it is. Your file gives May 20, 2025 as the date of first delinquency. Section 605(c) of the Act, 15 U.S.C. 1681c(c)(1), counts from the delinquency that led to the collection, charge-off or similar action, not from a later date.',
    { ...chargedOff, dateFirstDelinquency: '2025-05-20' },
    { before: { ...chargedOff, dateFirstDelinquency: '2023-05-20' } },
  ],
  ['C-19', 'other', theirs, { ...loan, dateOpened: '1980-03-01' }],
  [
    'C-24',
    'closed_shown_open',
    'This account is closed. Your file shows it as open. Experian shows it as closed.',
    {},
    { other: { openClosed: 'Closed', accountStatus: 'Closed', dateClosed: '2026-01-05' } },
  ],
  [
    'C-24',
    'wrong_payment_status',
    'The bureaus report the status of this account differently. Your file gives this status: Open, charged off. Experian gives this status: Open, paid as agreed.',
    chargedOff,
    { other: {} },
  ],
  [
    'C-25',
    'never_late',
    'I was not late in October 2026. Your file shows the account as 30 days late in October 2026. Experian shows October 2026 as paid as agreed.',
    { paymentHistory: monthsOf('2026-11', '60 30 OK') },
    { other: { paymentHistory: monthsOf('2026-11', '60 OK OK') } },
  ],
  [
    'C-25',
    'other',
    theirs,
    { paymentHistory: monthsOf('2026-11', '60 30 OK') },
    { other: { paymentHistory: monthsOf('2026-11', 'OK OK') } },
  ],
  ['C-31', 'other', theirs, { currentBalance: '700.00', highBalance: '500.00', creditLimit: '900.00' }],
  [
    'C-43',
    'wrong_dates',
    'At least one of the dates shown for this account is inaccurate.',
    { ...chargedOff, dateLastActive: '2026-05-02', dateLastPayment: '2023-05-02' },
  ],
  ['C-44', 'other', theirs, { dateClosed: '2026-01-05' }],
  ['C-44', 'other', theirs, { openClosed: 'Closed', accountStatus: 'Closed' }],
  [
    'C-49',
    'wrong_payment_status',
    'Your file gives this status: Open, 60 days late. That is inaccurate.',
    { ...loan, payStatus: '60', currentBalance: '900.00', ...remark('Paid by co-maker') },
  ],
  [
    'C-54',
    'never_late',
    'I was not late in September 2026. Your file shows the account as 60 days late in September 2026.',
    { paymentHistory: monthsOf('2026-11', 'OK 60 OK OK') },
    { before: { paymentHistory: monthsOf('2026-10', 'OK OK OK') } },
  ],
  [
    'C-54',
    'other',
    theirs,
    { paymentHistory: monthsOf('2026-11', '30 60 OK OK') },
    { before: { paymentHistory: monthsOf('2026-10', '30 OK OK') } },
  ],
]

const reportWith = (
  { row, other }: { row: Partial<Account>; other?: Partial<Account> },
  reportDate: string,
): Report =>
  reportOf({
    reportDate,
    personal: [personOf({ dob: '1990-04-27' })],
    accounts: [accountOf(row), ...(other === undefined ? [] : [accountOf({ bureau: 'Experian', ...other })])],
  })

const wordsOf = (report: Report, { subject, bureaus }: Finding, reason: AccountReason): string[] =>
  report.accounts
    .filter(row => subject.kind === 'account' && row.id === subject.id && bureaus.includes(row.bureau))
    .map(row => {
      const elsewhere = report.accounts.filter(one => one.id === row.id && one.bureau !== row.bureau)
      const facts = toAccountFacts(row, '4417')
      const others = elsewhere.map(one => toAccountFacts(one, '4417'))
      const evidence = {
        row: facts,
        elsewhere: others,
        right: null,
        asksToVerify: isContested(reason, [{ row: facts, elsewhere: others }]),
        sameDebt: [],
        bankruptcies: [],
      }
      return accountClaim(reason, evidence, today).wrong.join(' ')
    })

describe('the letter of a suggested reason states what the finding found', () => {
  test.each(cases)('%s, %s: %s', (rule, reason, letter, row, { other, before } = {}) => {
    const report = reportWith({ row, ...(other === undefined ? {} : { other }) }, '2026-11-14')
    const earlier = before === undefined ? [] : [reportWith({ row: was(before) }, '2026-10-14')]
    const found = runAllRules(report, { earlierReports: earlier, ownDetails: null }).find(
      one => one.rule === rule,
    )
    expect(found?.reason).toBe(reason)
    expect([...new Set(found === undefined ? [] : wordsOf(report, found, reason))]).toEqual([letter])
  })
})
