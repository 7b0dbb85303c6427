import { describe, expect, test } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import { monthsOf, reportOf } from '#test/support/reports/report-of.ts'
import { atBureaus, ruleCases, verdictOf } from '#test/support/reports/verdict-of.ts'
import { runAllRules } from '../find.ts'

const loan = { accountType: 'Installment' } as const
const closed = { accountStatus: 'Closed', openClosed: 'Closed' } as const
const derogatory = { accountStatus: 'Derogatory', isDerogatory: true, payStatus: 'CO' } as const
const history = (statuses: string) => ({ paymentHistory: monthsOf('2026-11', statuses) })

const cases = ruleCases<[Partial<Account>, Partial<Account>]>((rule, [one, other]) =>
  verdictOf(rule, atBureaus({ TransUnion: one, Equifax: other })),
)
cases('C-21', {
  contradiction: {
    'opening dates two months apart': [{ dateOpened: '2021-08-14' }, { dateOpened: '2021-10-20' }],
    'rows reported half a year apart, for an opening stays where it is': [
      { dateOpened: '2021-08-14' },
      { dateOpened: '2023-10-20', lastReported: '2026-05-01' },
    ],
  },
  nothing: {
    'opening dates a month apart': [{ dateOpened: '2021-08-14' }, { dateOpened: '2021-09-14' }],
    'a day and its month': [{ dateOpened: '2021-08-14' }, { dateOpened: '2021-08' }],
    'a day and a year that allows it': [{ dateOpened: '2021-08-14' }, { dateOpened: '2021' }],
    'an opening date that one does not report': [{ dateOpened: '2021-08-14' }, { dateOpened: null }],
    'an account that another lender took over half a year ago': [
      { dateOpened: '2021-08-14', lastReported: '2026-05-01' },
      { dateOpened: '2023-10-20', remarks: [{ code: null, text: 'Acquired from another lender' }] },
    ],
    'values that the document gives once': [
      { dateOpened: '2021-08-14', valuesShared: true },
      { dateOpened: '2023-10-20', valuesShared: true },
    ],
    'a row of an unnamed bureau': [
      { dateOpened: '2021-08-14' },
      { dateOpened: '2023-10-20', bureausKnown: false },
    ],
  },
})
cases('C-22', {
  contradiction: {
    'a loan that owes a third more at one of them': [
      { ...loan, currentBalance: '5730.00' },
      { ...loan, currentBalance: '8140.00' },
    ],
    'a past due amount at one of them alone': [
      { ...loan, currentBalance: '900.00', amountPastDue: '0.00' },
      { ...loan, currentBalance: '900.00', amountPastDue: '300.00' },
    ],
    'a card with two balances of one day': [{ currentBalance: '500.00' }, { currentBalance: '900.00' }],
  },
  ask: {
    'a card with very different balances some days apart': [
      { currentBalance: '300.00' },
      { currentBalance: '2900.00', lastReported: '2026-11-10' },
    ],
  },
  nothing: {
    'a card that was used in between': [
      { currentBalance: '500.00' },
      { currentBalance: '900.00', lastReported: '2026-11-10' },
    ],
    'a loan that drifts by interest': [
      { ...loan, currentBalance: '5730.00' },
      { ...loan, currentBalance: '5790.00' },
    ],
    'balances of two months': [
      { ...loan, currentBalance: '5730.00', lastReported: '2026-10-31' },
      { ...loan, currentBalance: '8140.00', lastReported: '2026-11-02' },
    ],
    'a balance that one does not report': [
      { ...loan, currentBalance: '5730.00' },
      { ...loan, currentBalance: null },
    ],
  },
})
cases('C-23', {
  contradiction: {
    'two limits of one card': [{ creditLimit: '3200.00' }, { creditLimit: '2300.00' }],
    'two original amounts of one loan': [
      { ...loan, originalAmount: '9000.00' },
      { ...loan, originalAmount: '12000.00' },
    ],
    'two amounts lent, given as highest balance': [
      { ...loan, highBalance: '9000.00' },
      { ...loan, highBalance: '12000.00' },
    ],
  },
  nothing: {
    'a limit that one does not report': [{ creditLimit: '3200.00' }, { creditLimit: null }],
    'a limit that one reports as zero': [{ creditLimit: '3200.00' }, { creditLimit: '0.00' }],
    'two highest balances, which each bureau keeps itself': [
      { highBalance: '3200.00' },
      { highBalance: '2900.00' },
    ],
    'a limit before and after half a year': [
      { creditLimit: '3200.00' },
      { creditLimit: '2300.00', lastReported: '2026-05-01' },
    ],
  },
})
cases('C-24', {
  contradiction: {
    'open at one, closed long ago at the other': [{}, { ...closed, dateClosed: '2025-02-01' }],
    'derogatory at one alone': [{}, derogatory],
    'late and current on one day': [{ payStatus: '60' }, {}],
  },
  nothing: {
    'closed a week before the other reported': [{}, { ...closed, dateClosed: '2026-10-25' }],
    'late on the first, current on the tenth': [{ payStatus: '60' }, { lastReported: '2026-11-10' }],
    'charged off at one, 150 days late at the other': [derogatory, { payStatus: '150' }],
    'charged off days before the other reported': [{ ...derogatory, dateChargeOff: '2026-10-30' }, {}],
    'closed and closed': [closed, { ...closed, dateClosed: '2025-02-01' }],
    'a state that one does not report': [{}, { openClosed: null }],
  },
})
cases('C-25', {
  contradiction: {
    'late at one and on time at the other': [history('OK 30 OK'), history('OK OK OK')],
  },
  nothing: {
    'late by one step at one, by two at the other': [history('OK 30 60'), history('OK 30 30')],
    'a spell that the other counts a month later': [history('OK 30 OK OK'), history('OK OK 30 OK')],
    'a month that the other does not know': [history('OK 30 OK'), history('OK U OK')],
    'a month that the other does not show': [history('OK 30 OK'), history('OK')],
  },
})

describe('between bureaus', () => {
  test('an account that one bureau does not list is never an error', () => {
    expect(
      runAllRules(reportOf(atBureaus({ TransUnion: { creditLimit: '900.00', ...history('OK') } }))),
    ).toEqual([])
  })

  test('the exact fields are side by side, including those of the bureau that agrees', () => {
    const [found] = runAllRules(
      reportOf(
        atBureaus({
          TransUnion: { creditLimit: '3200.00', ...history('OK') },
          Experian: { creditLimit: '3200.00', ...history('OK') },
          Equifax: { creditLimit: '2300.00', ...history('OK') },
        }),
      ),
    )
    expect(found).toMatchObject({
      id: 'C-23:account/account-1:TransUnion+Experian+Equifax',
      rule: 'C-23',
      explanation:
        'TransUnion shows a limit of $3,200.00. Experian says the same. Equifax shows a limit of $2,300.00. These conflict, so at least one may be wrong.',
      evidence: [
        { bureau: 'TransUnion', field: 'creditLimit', value: '$3,200.00' },
        { bureau: 'TransUnion', field: 'originalAmount', value: '-' },
        { bureau: 'TransUnion', field: 'highBalance', value: '-' },
        { bureau: 'Experian', field: 'creditLimit', value: '$3,200.00' },
        { bureau: 'Experian', field: 'originalAmount', value: '-' },
        { bureau: 'Experian', field: 'highBalance', value: '-' },
        { bureau: 'Equifax', field: 'creditLimit', value: '$2,300.00' },
        { bureau: 'Equifax', field: 'originalAmount', value: '-' },
        { bureau: 'Equifax', field: 'highBalance', value: '-' },
      ],
    })
  })

  test('a late month is for the bureau that shows it, not for the one that shows it on time', () => {
    const [found] = runAllRules(
      reportOf(
        atBureaus({
          TransUnion: { creditLimit: '9.00', ...history('OK 30 OK') },
          Equifax: { creditLimit: '9.00', ...history('OK OK OK') },
        }),
      ),
    )
    expect([found?.rule, found?.bureaus]).toEqual(['C-25', ['TransUnion']])
  })
})

cases('C-26', {
  contradiction: {
    'a card and a loan, reported half a year apart': [
      {},
      { accountType: 'Installment', lastReported: '2026-05-01' },
    ],
    'a card and a loan': [{}, loan],
    'a loan over 36 and over 60 months': [
      { ...loan, termLength: 36 },
      { ...loan, termLength: 60 },
    ],
  },
  nothing: {
    'terms before and after half a year, in which a loan may be modified': [
      { accountType: 'Installment', termLength: 60 },
      { accountType: 'Installment', termLength: 72, lastReported: '2026-05-01' },
    ],
    'a card and a line of credit': [{}, { accountType: 'Line of credit' }],
    'a loan over 360 and over 361 months': [
      { ...loan, termLength: 360 },
      { ...loan, termLength: 361 },
    ],
    'a kind that one does not know': [{}, { accountType: 'Unknown' }],
  },
})
cases('C-57', {
  contradiction: {
    'owed at one, used at the other': [
      { responsibility: 'Individual' },
      { responsibility: 'Authorized user' },
    ],
  },
  nothing: {
    'joint and individual': [{ responsibility: 'Individual' }, { responsibility: 'Joint' }],
    'used, and not told': [{ responsibility: null }, { responsibility: 'Authorized user' }],
    'owed half a year ago, and used now': [
      { responsibility: 'Individual', lastReported: '2026-05-01' },
      { responsibility: 'Authorized user' },
    ],
  },
})
