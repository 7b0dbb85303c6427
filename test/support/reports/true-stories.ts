import type { Account, PayToken } from '#features/reports/canonical.ts'
import { addMonths } from '#values/dates.ts'
import { dollarsOf } from '#values/money.ts'
import type { Chance } from '../chance.ts'

/**
 * True accounts as up to three bureaus report them, including everything that looks odd but is correct:
 * closed cards still being paid off, sold debts, dates a few days apart, and bureaus that report at different
 * times.
 */

/** Plain kinds; `odd-stories.ts` has more. */
export const plainKinds = [
  'card',
  'late card',
  'authorized card',
  'loan',
  'mortgage',
  'student loan',
  'closed card',
  'card paid off slowly',
  'paid loan',
  'transferred loan',
  'charge-off',
  'sold charge-off',
  'collection',
  'paid collection',
  'bankruptcy',
] as const
type PlainKind = (typeof plainKinds)[number]

const lastMonth = '2026-10'

const months = (
  from: string,
  count: number,
  statusAt: (index: number) => PayToken,
): Account['paymentHistory'] =>
  Array.from({ length: count }, (_, index) => ({
    date: addMonths(from, index + 1 - count),
    status: statusAt(index),
  }))

export const onTime = (count = 24, last = lastMonth) => months(last, count, () => 'OK')

/** A default: thirty days later each month, then the final mark. */
export const fallen = (end: PayToken): Account['paymentHistory'] => {
  const steps: PayToken[] = ['OK', 'OK', '30', '60', '90', '120', '150', '180']
  return months(lastMonth, 24, index => steps[index] ?? end)
}

export const money = (dollars: number) => dollarsOf(dollars * 100)

export type Story = Partial<Account>

const adverse = { accountStatus: 'Derogatory', isDerogatory: true } as const
const closedState = { openClosed: 'Closed', accountStatus: 'Closed' } as const

type CardRange = { hundredsOfLimit: number; leastBalance: number; mostUse: number }

/** An open card on time. The limit is at least $500. */
export const openCard = (
  chance: Chance,
  opened: string,
  { hundredsOfLimit, leastBalance, mostUse }: CardRange,
): Story & { currentBalance: string } => {
  const limit = chance.between(5, hundredsOfLimit) * 100
  const balance = chance.between(leastBalance, Math.floor(limit * mostUse))
  return {
    accountType: 'Revolving',
    accountTypeDetail: 'Credit card',
    openClosed: 'Open',
    payStatus: 'OK',
    dateOpened: opened,
    creditLimit: money(limit),
    currentBalance: money(balance),
    highBalance: money(chance.between(balance, limit)),
    amountPastDue: money(0),
    paymentHistory: onTime(),
    dateLastPayment: '2026-10-12',
  }
}

const cardOf = (chance: Chance, opened: string): Story => {
  const card = openCard(chance, opened, { hundredsOfLimit: 150, leastBalance: 0, mostUse: 0.8 })
  const balance = Number(card.currentBalance)
  return { ...card, monthlyPayment: money(balance === 0 ? 0 : Math.max(25, Math.round(balance / 40))) }
}

export const loanOf = (chance: Chance, opened: string, detail: string): Story => {
  const lent = chance.between(30, 300) * 100
  return {
    accountType: 'Installment',
    accountTypeDetail: detail,
    openClosed: 'Open',
    payStatus: 'OK',
    dateOpened: opened,
    originalAmount: money(lent),
    highBalance: money(lent),
    currentBalance: money(chance.between(20, lent / 100) * 90),
    monthlyPayment: money(Math.round(lent / 60)),
    amountPastDue: money(0),
    termLength: 60,
    paymentHistory: onTime(),
    dateLastPayment: '2026-10-05',
  }
}

const gone: Story = {
  currentBalance: money(0),
  amountPastDue: money(0),
  monthlyPayment: money(0),
  payStatus: 'OK',
}

export const plainStoryOf = (chance: Chance, kind: PlainKind, opened: string): Story => {
  const card = () => cardOf(chance, opened)
  const ended = `2025-0${chance.between(1, 9)}-15`
  switch (kind) {
    case 'card':
      return card()
    case 'late card':
      return {
        ...card(),
        payStatus: '30',
        currentBalance: money(400),
        highBalance: money(450),
        creditLimit: money(500),
        amountPastDue: money(40),
        paymentHistory: [...onTime(23, '2026-09'), { date: lastMonth, status: '30' }],
      }
    case 'authorized card':
      return { ...card(), responsibility: 'Authorized user', dateOpened: '2003-05-11' }
    case 'loan':
      return loanOf(chance, opened, 'Auto loan')
    case 'mortgage':
      return { ...loanOf(chance, opened, 'Conventional mortgage'), accountType: 'Mortgage', termLength: 360 }
    case 'student loan':
      return loanOf(chance, opened, 'Student loan')
    case 'closed card':
      return {
        ...card(),
        ...gone,
        ...closedState,
        dateClosed: ended,
        dateLastPayment: ended,
        paymentHistory: onTime(24, ended.slice(0, 7)),
        lastReported: ended,
      }
    case 'card paid off slowly':
      return {
        ...card(),
        ...closedState,
        dateClosed: ended,
        currentBalance: money(300),
        highBalance: money(900),
        paymentHistory: [
          ...onTime(22, '2026-08'),
          { date: '2026-09', status: '30' },
          { date: lastMonth, status: 'OK' },
        ],
      }
    case 'paid loan':
      return {
        ...loanOf(chance, opened, 'Auto loan'),
        ...gone,
        openClosed: 'Closed',
        accountStatus: 'Paid',
        dateClosed: ended,
        datePaid: ended,
        dateLastPayment: ended,
        paymentHistory: onTime(24, ended.slice(0, 7)),
        lastReported: ended,
      }
    case 'transferred loan':
      return {
        ...loanOf(chance, opened, 'Auto loan'),
        ...gone,
        openClosed: 'Closed',
        accountStatus: 'Transferred',
        dateClosed: ended,
        dateLastPayment: ended,
        remarks: [{ code: null, text: 'Transferred to another lender' }],
        paymentHistory: onTime(24, ended.slice(0, 7)),
        lastReported: ended,
      }
    case 'charge-off':
      return {
        ...card(),
        ...adverse,
        openClosed: 'Closed',
        dateClosed: '2025-07-01',
        payStatus: 'CO',
        currentBalance: money(1_900),
        highBalance: money(2_000),
        creditLimit: money(2_000),
        amountPastDue: money(1_900),
        monthlyPayment: null,
        dateFirstDelinquency: '2025-01-12',
        dateChargeOff: '2025-07-12',
        dateLastPayment: '2024-12-12',
        paymentHistory: fallen('CO'),
      }
    case 'sold charge-off':
      return {
        ...card(),
        ...adverse,
        ...gone,
        openClosed: 'Closed',
        dateClosed: '2025-07-01',
        payStatus: 'CO',
        highBalance: money(2_000),
        creditLimit: money(2_000),
        monthlyPayment: null,
        dateFirstDelinquency: '2025-01-12',
        dateChargeOff: '2025-07-12',
        dateLastPayment: '2024-12-12',
        remarks: [{ code: null, text: 'Account sold to another company' }],
        paymentHistory: fallen('CO'),
      }
    case 'collection':
    case 'paid collection': {
      const isPaid = kind === 'paid collection'
      return {
        accountType: 'Collection',
        accountTypeDetail: 'Utility',
        isCollection: true,
        isDerogatory: true,
        accountStatus: isPaid ? 'Paid' : 'Derogatory',
        openClosed: isPaid ? 'Closed' : 'Open',
        payStatus: 'COL',
        originalCreditor: `Northgate Power ${chance.digits(6)}`,
        dateOpened: '2024-03-02',
        dateFirstDelinquency: '2023-08-14',
        dateLastPayment: isPaid ? ended : '2023-07-01',
        datePaid: isPaid ? ended : null,
        dateClosed: isPaid ? ended : null,
        highBalance: money(chance.between(600, 3_000)),
        currentBalance: money(isPaid ? 0 : chance.between(600, 3_000)),
        paymentHistory: [],
      }
    }
    case 'bankruptcy':
      return {
        ...card(),
        ...gone,
        ...adverse,
        openClosed: 'Closed',
        payStatus: 'BK',
        dateClosed: '2024-06-01',
        dateLastPayment: '2024-04-02',
        remarks: [{ code: null, text: 'Discharged through bankruptcy chapter 7' }],
        paymentHistory: onTime(20, '2024-05'),
      }
  }
}
