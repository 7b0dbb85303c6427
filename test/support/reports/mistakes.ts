import type { Account } from '#features/reports/canonical.ts'
import { addMonths } from '#values/dates.ts'
import type { Chance } from '../chance.ts'
import type { Kind, TrueAccount } from './true-accounts.ts'

/** Errors to plant in true accounts, by the rule that should find them. */

type Change = (row: Account, chance: Chance) => Partial<Account>

export type Mistake = {
  rule: string
  kinds: readonly Kind[]
  /** At one of several bureaus, contradicting the others; otherwise at every bureau. */
  atOne?: true
  change: Change
  /** Rows in addition to the account's own. */
  more?: (row: Account) => Account[]
}

const cards: readonly Kind[] = ['card']
const loans: readonly Kind[] = ['loan', 'mortgage', 'student loan']
const paid: readonly Kind[] = ['paid loan']

const times = (amount: string | null, factor: number): string =>
  (Number(amount ?? 0) * factor + 200).toFixed(2)

const withMonth = (row: Account, date: string, status: '30' | '90'): Account['paymentHistory'] =>
  row.paymentHistory.map(month => (month.date === date ? { date, status } : month))

const monthAgo = (row: Account, months: number): string =>
  addMonths(row.paymentHistory.at(-1)?.date ?? '2026-10', -months)

const ofBureaus: readonly Mistake[] = [
  {
    rule: 'C-01',
    kinds: ['collection', 'charge-off'],
    change: () => ({ dateFirstDelinquency: '2018-02-11', dateOpened: '2017-01-04', dateChargeOff: null }),
  },
  { rule: 'C-02', kinds: paid, change: (_, chance) => ({ currentBalance: `${chance.between(20, 900)}.00` }) },
  { rule: 'C-03', kinds: paid, change: () => ({ amountPastDue: '60.00' }) },
  { rule: 'C-04', kinds: ['late card'], change: row => ({ amountPastDue: times(row.currentBalance, 1.2) }) },
  { rule: 'C-05', kinds: ['late card'], change: () => ({ currentBalance: '0.00' }) },
  { rule: 'C-06', kinds: ['late card'], change: () => ({ currentBalance: '0.00', amountPastDue: null }) },
  { rule: 'C-07', kinds: ['late card'], change: () => ({ amountPastDue: '0.00' }) },
  {
    rule: 'C-08',
    kinds: ['transferred loan', 'sold charge-off'],
    change: () => ({ currentBalance: '1900.00' }),
  },
  { rule: 'C-09', kinds: cards, change: () => ({ accountStatus: 'Derogatory', isDerogatory: true }) },
  {
    rule: 'C-10',
    kinds: cards,
    change: row => ({ paymentHistory: withMonth(row, row.lastReported?.slice(0, 7) ?? '', '30') }),
  },
  {
    rule: 'C-11',
    kinds: ['card', 'loan'],
    change: row => ({ paymentHistory: withMonth(row, monthAgo(row, 6), '90') }),
  },
  {
    rule: 'C-12',
    kinds: paid,
    change: row => ({
      paymentHistory: [
        ...row.paymentHistory,
        { date: addMonths(row.datePaid?.slice(0, 7) ?? '2025-01', 2), status: '30' as const },
      ],
    }),
  },
  {
    rule: 'C-13',
    kinds: ['charge-off'],
    change: () => ({ dateFirstDelinquency: '2011-03-02', dateChargeOff: null }),
  },
  { rule: 'C-14', kinds: cards, change: row => ({ dateFirstDelinquency: `${monthAgo(row, 5)}-11` }) },
  { rule: 'C-15', kinds: ['collection'], change: () => ({ dateFirstDelinquency: null }) },
  { rule: 'C-18', kinds: ['card', 'loan'], change: () => ({ dateLastPayment: '2027-02-03' }) },
  { rule: 'C-19', kinds: ['card', 'closed card'], change: () => ({ dateOpened: '1979-02-03' }) },
  { rule: 'C-20', kinds: ['card', 'loan'], change: () => ({ dateLastPayment: '2009-02-03' }) },
  {
    rule: 'C-21',
    kinds: ['card', 'loan'],
    atOne: true,
    change: row => ({
      dateOpened: `${Number(row.dateOpened?.slice(0, 4)) + 3}${row.dateOpened?.slice(4) ?? ''}`,
    }),
  },
  {
    rule: 'C-22',
    kinds: loans,
    atOne: true,
    change: row => ({ currentBalance: times(row.currentBalance, 0.6) }),
  },
  { rule: 'C-23', kinds: cards, atOne: true, change: row => ({ creditLimit: times(row.creditLimit, 1.5) }) },
  {
    rule: 'C-24',
    kinds: cards,
    atOne: true,
    change: () => ({ openClosed: 'Closed', accountStatus: 'Closed', dateClosed: '2024-01-02' }),
  },
  {
    rule: 'C-25',
    kinds: ['card', 'loan'],
    atOne: true,
    change: row => ({ paymentHistory: withMonth(row, monthAgo(row, 7), '30') }),
  },
  { rule: 'C-26', kinds: ['loan'], atOne: true, change: () => ({ termLength: 84 }) },
  { rule: 'C-27', kinds: cards, change: () => ({ creditLimit: null }) },
  { rule: 'C-28', kinds: loans, change: row => ({ creditLimit: row.originalAmount }) },
  { rule: 'C-29', kinds: cards, change: row => ({ highBalance: times(row.creditLimit, 1.1) }) },
  {
    rule: 'C-30',
    kinds: cards,
    change: row => ({
      currentBalance: times(row.creditLimit, 1.1),
      highBalance: times(row.creditLimit, 1.3),
    }),
  },
  {
    rule: 'C-31',
    kinds: cards,
    change: row => ({ highBalance: '50.00', currentBalance: times(row.creditLimit, 0.5) }),
  },
  { rule: 'C-32', kinds: paid, change: () => ({ monthlyPayment: '180.00' }) },
  {
    rule: 'C-33',
    kinds: ['charge-off'],
    change: () => ({}),
    more: row => [
      {
        ...row,
        id: `${row.id}-collector`,
        creditorName: 'Redwood Recovery',
        creditorNameReported: 'Redwood Recovery',
        accountNumber: 'RR-77****',
        accountType: 'Collection',
        isCollection: true,
        payStatus: 'COL',
        originalCreditor: row.creditorNameReported,
        openClosed: 'Open',
        dateClosed: null,
        dateChargeOff: null,
        creditLimit: null,
        amountPastDue: null,
        dateOpened: '2025-12-02',
        dateLastPayment: null,
        paymentHistory: [],
      },
    ],
  },
  { rule: 'C-34', kinds: loans, change: () => ({}), more: row => [{ ...row, id: `${row.id}-again` }] },
  { rule: 'C-35', kinds: ['collection'], change: () => ({ originalCreditor: null }) },
  { rule: 'C-36', kinds: ['collection'], change: () => ({ dateFirstDelinquency: '2024-05-02' }) },
  { rule: 'C-37', kinds: ['paid collection'], change: () => ({ accountTypeDetail: 'Medical' }) },
  { rule: 'C-38', kinds: ['bankruptcy'], change: () => ({ currentBalance: '740.00' }) },
  { rule: 'C-39', kinds: cards, change: () => ({ remarks: [{ code: null, text: 'Consumer deceased' }] }) },
  { rule: 'C-40', kinds: ['charge-off'], change: () => ({ responsibility: 'Authorized user' }) },
  { rule: 'C-43', kinds: ['charge-off'], change: () => ({ dateLastActive: '2026-09-01' }) },
  { rule: 'C-44', kinds: cards, change: () => ({ dateClosed: '2025-05-04' }) },
  { rule: 'C-45', kinds: ['card', 'loan'], change: () => ({ paymentHistory: [] }) },
]

/** Further errors that the regulator's evaluator detects, in account kinds that are otherwise odd but true. */
const ofRegulator: readonly Mistake[] = [
  { rule: 'C-02', kinds: ['lease that ended', 'settled card'], change: () => ({ currentBalance: '640.00' }) },
  {
    rule: 'C-06',
    kinds: ['repossession with a deficiency'],
    change: () => ({ currentBalance: '0.00', amountPastDue: null }),
  },
  { rule: 'C-07', kinds: ['charge-off'], change: () => ({ amountPastDue: '0.00' }) },
  { rule: 'C-14', kinds: cards, change: () => ({ dateFirstDelinquency: '2019-05-11' }) },
  { rule: 'C-28', kinds: ['student loan in school'], change: () => ({ creditLimit: '6000.00' }) },
  { rule: 'C-32', kinds: ['student loan in school'], change: () => ({ monthlyPayment: '55.00' }) },
  {
    rule: 'C-32',
    kinds: ['bankruptcy'],
    change: () => ({ monthlyPayment: '55.00' }),
  },
  {
    rule: 'C-38',
    kinds: ['bankruptcy'],
    change: () => ({ payStatus: '60' }),
  },
  { rule: 'C-44', kinds: ['loan'], change: () => ({ dateClosed: '2026-02-01' }) },
  {
    rule: 'C-44',
    kinds: ['loan in forbearance'],
    change: () => ({ openClosed: 'Closed', accountStatus: 'Closed', dateClosed: '2026-02-01' }),
  },
  { rule: 'C-46', kinds: ['loan', 'mortgage'], change: () => ({ currentBalance: '0.00' }) },
  {
    rule: 'C-47',
    kinds: ['loan', 'mortgage', 'reaffirmed loan'],
    change: () => ({ openClosed: 'Closed', accountStatus: 'Closed', dateClosed: '2025-02-01' }),
  },
  { rule: 'C-48', kinds: paid, change: () => ({ dateLastPayment: '2024-02-01' }) },
  {
    rule: 'C-49',
    kinds: ['late card'],
    change: () => ({
      accountType: 'Installment',
      accountTypeDetail: 'Auto loan',
      creditLimit: null,
      remarks: [{ code: null, text: 'Paid by co-maker' }],
    }),
  },
  {
    rule: 'C-50',
    kinds: ['lease that ended'],
    change: () => ({ remarks: [{ code: null, text: 'Full termination, balance owing' }] }),
  },
  {
    rule: 'C-50',
    kinds: cards,
    change: () => ({ remarks: [{ code: null, text: 'Transferred to recovery' }] }),
  },
  { rule: 'C-51', kinds: [...cards, 'loan'], change: () => ({ chargeOffAmount: '780.00' }) },
  { rule: 'C-56', kinds: cards, change: () => ({ termLength: 48 }) },
]

/** Every kind of mistake, used in turn. */
export const mistakes: readonly Mistake[] = [...ofBureaus, ...ofRegulator]

/** A true account with a mistake in it; null when impossible: a contradiction needs a second bureau. */
export const withMistake = (mistake: Mistake, { rows }: TrueAccount, chance: Chance): Account[] | null => {
  const { atOne, change, more } = mistake
  if (atOne && (rows.length < 2 || rows.some(row => row.valuesShared))) return null
  const changed = rows.map((row, nth) => (atOne && nth > 0 ? row : { ...row, ...change(row, chance) }))
  return [...changed, ...changed.flatMap(row => more?.(row) ?? [])]
}
