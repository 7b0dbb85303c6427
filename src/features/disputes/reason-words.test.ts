import { describe, expect, it } from 'vitest'
import { type AccountReason, accountReasons } from '#features/findings/reasons.ts'
import type { Account, PublicRecord } from '#features/reports/canonical.ts'
import { account } from '#test/support/reports/blank-account.ts'
import { report } from '#test/support/reports/disputed-report.ts'
import { recordOf } from '#test/support/reports/report-of.ts'
import { surroundingsIn } from '#test/support/reports/surroundings.ts'
import { isReasonAllowed, listAccountReasons } from './reason-eligibility.ts'
import { reasonWords } from './reason-words.ts'

const today = '2026-11-20'
const row = (own: Partial<Account>) => account({ id: 'a', bureau: 'Equifax', ...own })

const collection = { isCollection: true, accountType: 'Collection' } as const satisfies Partial<Account>

const late = { paymentHistory: [{ date: '2026-03', status: '30' }] } as const satisfies Partial<Account>

describe('a reason', () => {
  it.each<[AccountReason, string, string, Partial<Account>, Partial<Account>]>([
    ['wrong_balance', 'a balance', 'no amount', { currentBalance: '0.00' }, {}],
    ['wrong_limit', 'a card', 'a loan', { accountType: 'Revolving' }, { accountType: 'Installment' }],
    [
      'wrong_limit',
      'a limit',
      'a mortgage',
      { accountType: 'Installment', creditLimit: '5.00' },
      { accountType: 'Mortgage' },
    ],
    [
      'never_late',
      'a late month',
      'good months',
      { ...late },
      { paymentHistory: [{ date: '2026-03', status: 'OK' }] },
    ],
    [
      'never_late',
      'a count of late payments',
      'a count of none',
      { late30: 1 },
      { late30: 0, late60: 0, late90: 0 },
    ],
    [
      'never_late',
      'an amount past due',
      'none past due',
      { amountPastDue: '20.00' },
      { amountPastDue: '0.00' },
    ],
    ['never_late', 'a late account', 'an unknown manner of payment', { payStatus: '60' }, { payStatus: 'U' }],
    [
      'never_late',
      'an account that its creditor rates as in collection',
      'a collector’s',
      { isDerogatory: true, isCollection: true, accountType: 'Installment' },
      { isDerogatory: true, isCollection: true, accountType: 'Collection' },
    ],
    ['wrong_dates', 'a date', 'no date', { lastReported: '2026-10' }, {}],
    ['paid_or_settled', 'a balance', 'nothing owed', { currentBalance: '12.00' }, { currentBalance: '0.00' }],
    [
      'paid_or_settled',
      'an unpaid charge-off with no balance',
      'a paid charge-off with no balance',
      { accountStatus: 'Derogatory', isDerogatory: true, currentBalance: '0.00' },
      { accountStatus: 'Paid', isDerogatory: true, currentBalance: '0.00' },
    ],
    [
      'paid_or_settled',
      'nothing owed, yet late',
      'nothing owed, paid as agreed',
      { accountStatus: 'Closed', payStatus: '120', currentBalance: '0.00' },
      { accountStatus: 'Closed', payStatus: 'OK', currentBalance: '0.00' },
    ],
    [
      'closed_shown_open',
      'an open account',
      'a closed one',
      { openClosed: 'Open' },
      { openClosed: 'Closed' },
    ],
    ['closed_shown_open', 'status open', 'status paid', { accountStatus: 'Open' }, { accountStatus: 'Paid' }],
    [
      'included_in_bankruptcy',
      'an account in bankruptcy with a balance',
      'one without',
      { payStatus: 'BK', currentBalance: '9.00' },
      { payStatus: 'BK', currentBalance: '0.00' },
    ],
    ['too_old', 'a late account of no date', 'a good account', { payStatus: '90' }, { payStatus: 'OK' }],
    [
      'reaged',
      'a derogatory account with its date',
      'one without the date that would be too late',
      { isDerogatory: true, dateFirstDelinquency: '2021-09' },
      { isDerogatory: true },
    ],
    ['sold_or_transferred', 'a balance', 'none', { currentBalance: '9.00' }, { currentBalance: '0.00' }],
    [
      'medical',
      'a collection of a hospital’s bill',
      'a bank’s card in collection',
      { ...collection, originalCreditor: 'HARBOR MEDICAL GROUP' },
      { isCollection: true, accountType: 'Revolving', creditorNameReported: 'OAK BANK' },
    ],
    [
      'medical',
      'a collection of nobody knows what',
      'a collection of a bank’s debt',
      collection,
      { ...collection, originalCreditor: 'OAK BANK' },
    ],
    [
      'medical',
      'a collection with a remark that says so',
      'a mortgage that was charged off',
      { ...collection, originalCreditor: 'NORTH', remarks: [{ code: null, text: 'Medical payment data' }] },
      { accountType: 'Mortgage', isDerogatory: true, payStatus: 'CO' },
    ],
    [
      'deceased_in_error',
      'a holder who is marked as deceased',
      'an account without the mark',
      { responsibility: 'Deceased' },
      { responsibility: 'Individual', remarks: [{ code: null, text: 'Co-borrower deceased' }] },
    ],
    ['wrong_payment_status', 'a status', 'none', { payStatus: '30' }, { payStatus: 'U' }],
    [
      'unknown_original_creditor',
      'a collector’s entry',
      'a lender’s own account in collection',
      collection,
      { isCollection: true, accountType: 'Revolving', payStatus: 'COL' },
    ],
  ])('%s is allowed for %s and not for %s', (reason, _, __, fitting, other) => {
    expect(isReasonAllowed(reason, surroundingsIn(row(fitting)), today)).toBe(true)
    expect(isReasonAllowed(reason, surroundingsIn(row(other)), today)).toBe(false)
  })

  const chapter7 = recordOf({
    bureau: 'Equifax',
    type: 'Bankruptcy Chapter 7',
    filed: '2019-03-11',
    disposed: '2019-07-02',
    disposition: 'Discharged',
  })
  it.each<[string, boolean, Partial<Account>, PublicRecord[]]>([
    ['a debt that was made before the filing', true, { dateOpened: '2017-05-01' }, [chapter7]],
    [
      'a debt of the month of the filing, whose day nobody gives',
      true,
      { dateOpened: '2019-03' },
      [chapter7],
    ],
    ['a debt that was made after the filing', false, { dateOpened: '2019-04-01' }, [chapter7]],
    [
      'a debt made before the court’s order, in a case that creditors filed',
      true,
      { dateOpened: '2019-04-01' },
      [{ ...chapter7, petition: 'involuntary' }],
    ],
    [
      'a debt made after the discharge of a case that creditors filed',
      false,
      { dateOpened: '2019-08-01' },
      [{ ...chapter7, petition: 'involuntary' }],
    ],
    ['a debt that was made years after the discharge', false, { dateOpened: '2023-02-10' }, [chapter7]],
    [
      'a debt made after the first of two bankruptcies',
      true,
      { dateOpened: '2020-02-10' },
      [chapter7, { ...chapter7, filed: '2021-01-05' }],
    ],
    [
      'a debt with a case that was dismissed',
      false,
      { dateOpened: '2017-05-01' },
      [{ ...chapter7, disposition: 'Dismissed' }],
    ],
    [
      'a collector’s later entry of an older debt',
      true,
      { ...collection, dateOpened: '2023-02-10' },
      [chapter7],
    ],
    ['a debt of a bankruptcy that no bureau lists', true, { dateOpened: '2023-02-10' }, []],
    [
      'a debt opened after a bankruptcy that another bureau lists',
      false,
      { dateOpened: '2023-02-10' },
      [{ ...chapter7, bureau: 'Experian' }],
    ],
  ])('included_in_bankruptcy: for %s it is %s', (_, fitting, own, publicRecords) => {
    const around = surroundingsIn(row(own), { accounts: [], publicRecords })
    expect(isReasonAllowed('included_in_bankruptcy', around, today)).toBe(fitting)
  })

  it.each<[string, number, Partial<Account>]>([
    ['a debt opened before it', 1, { dateOpened: '2018-05-01' }],
    [
      'a collector’s later entry of a debt that was late before it',
      1,
      { ...collection, dateOpened: '2021-02-10', dateFirstDelinquency: '2018-11' },
    ],
    [
      'a collector’s later entry that does not say how old the debt is',
      0,
      { ...collection, dateOpened: '2021-02-10' },
    ],
  ])('a bankruptcy is cited for %s: %i', (_, count, own) => {
    const around = surroundingsIn(row(own), { accounts: [], publicRecords: [chapter7] })
    expect(around.bankruptcies).toHaveLength(count)
    expect(isReasonAllowed('included_in_bankruptcy', around, today)).toBe(true)
  })

  it('of these is allowed for every account, because no report can exclude it', () => {
    const anywhere = accountReasons.filter(reason => isReasonAllowed(reason, surroundingsIn(row({})), today))
    expect(anywhere).toEqual([
      'not_mine',
      'identity_theft',
      'not_responsible',
      'wrong_limit',
      'closed_shown_open',
      'duplicate',
      'included_in_bankruptcy',
      'other',
    ])
  })

  it('has a unique label', () => {
    const labels = accountReasons.map(reason => reasonWords[reason].label)
    expect(new Set(labels).size).toBe(accountReasons.length)
  })
})

describe('reasons are offered', () => {
  const at = (place: number) => report.accounts[place] ?? row({})

  it.each<[string, Account[], AccountReason[]]>([
    ['a collection past its time', [at(0)], ['not_mine', 'paid_or_settled', 'too_old']],
    ['a collection within its time', [at(1)], ['not_mine', 'paid_or_settled']],
    ['a card with a late month', [at(2)], ['never_late']],
    ['a paid loan with a balance', [at(4)], ['paid_or_settled']],
    [
      'a collection without original creditor',
      [
        row({
          accountType: 'Collection',
          isCollection: true,
          isDerogatory: true,
          accountStatus: 'Derogatory',
        }),
      ],
      ['not_mine', 'paid_or_settled', 'unknown_original_creditor'],
    ],
    [
      'more past due than owed',
      [row({ currentBalance: '1.00', amountPastDue: '2.00' })],
      ['wrong_balance', 'never_late'],
    ],
  ])('for %s with the likely ones first', (_, rows, first) => {
    expect(
      listAccountReasons(
        rows.map(one => surroundingsIn(one)),
        today,
      ).slice(0, first.length),
    ).toEqual(first)
  })

  it('each once, "other" last, for all bureaus together', () => {
    const offered = listAccountReasons([surroundingsIn(at(2)), surroundingsIn(at(3))], today)
    expect(new Set(offered).size).toBe(offered.length)
    expect(offered.at(-1)).toBe('other')
    expect(offered).toContain('never_late')
    expect(listAccountReasons([surroundingsIn(at(3))], today)).not.toContain('never_late')
  })
})

it('denies the same late months at every bureau, except those that all show late', () => {
  const months = (november: 'OK' | '30', december: 'OK' | '30') => ({
    paymentHistory: [
      { date: '2024-11', status: november },
      { date: '2024-12', status: december },
    ],
  })
  const at = (bureau: Account['bureau'], own: Partial<Account>) => account({ id: 'a', bureau, ...own })
  const both = at('TransUnion', months('30', '30'))
  const first = at('Experian', months('30', 'OK'))
  const isOffered = (one: Account, accounts: Account[]) =>
    isReasonAllowed('never_late', surroundingsIn(one, { accounts, publicRecords: [] }), today)
  expect(isOffered(both, [both, first])).toBe(true)
  expect(isOffered(first, [both, first])).toBe(false)
  expect(isOffered(first, [first, at('TransUnion', months('30', 'OK'))])).toBe(true)
})
