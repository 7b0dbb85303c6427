import type { Chance } from '../chance.ts'
import type { Story } from './true-stories.ts'
import { fallen, loanOf, money, onTime, openCard } from './true-stories.ts'

/** More true accounts, of kinds that are easily mistaken for errors. */

export const oddKinds = [
  'home equity line',
  'student loan in school',
  'student loan reported late at ninety days',
  'loan in forbearance',
  'loan taken over',
  'replacement card',
  'charge card',
  'parent’s card',
  'repossession with a deficiency',
  'settled card',
  'lease that ended',
  'reaffirmed loan',
  'counseled card',
  'closed line still paid off',
  'medical collection of an agency',
  'phone',
] as const
export type OddKind = (typeof oddKinds)[number]

const remark = (text: string): Story => ({ remarks: [{ code: null, text }] })
const adverse = { accountStatus: 'Derogatory', isDerogatory: true, openClosed: 'Closed' } as const
const ended = { openClosed: 'Closed', accountStatus: 'Closed', dateClosed: '2025-07-15' } as const

const cardOf = (chance: Chance, opened: string): Story =>
  openCard(chance, opened, { hundredsOfLimit: 90, leastBalance: 20, mostUse: 0.6 })

type StoryBuilder = (chance: Chance, opened: string) => Story

const lineOf: StoryBuilder = (chance, opened) => ({
  ...cardOf(chance, opened),
  accountType: chance.is(0.3) ? 'Mortgage' : 'Line of credit',
  accountTypeDetail: 'Home equity line of credit',
})
const studentLoanOf: StoryBuilder = (chance, opened) => loanOf(chance, opened, 'Student loan')
const autoOf: StoryBuilder = (chance, opened) => loanOf(chance, opened, 'Auto loan')

const storyBuilders: Readonly<Record<OddKind, StoryBuilder>> = {
  'home equity line': lineOf,
  'student loan in school': (chance, opened) => ({
    ...studentLoanOf(chance, opened),
    ...remark('Payment deferred'),
    currentBalance: money(5_720),
    originalAmount: money(5_500),
    highBalance: money(5_720),
    monthlyPayment: money(0),
    dateLastPayment: null,
    termLength: null,
  }),
  'student loan reported late at ninety days': (chance, opened) => ({
    ...studentLoanOf(chance, opened),
    payStatus: '90',
    amountPastDue: money(300),
    paymentHistory: [...onTime(23, '2026-09'), { date: '2026-10', status: '90' }],
    dateLastPayment: '2026-06-05',
  }),
  'loan in forbearance': (chance, opened) => ({
    ...autoOf(chance, opened),
    ...remark('Account in forbearance'),
    monthlyPayment: money(0),
  }),
  'loan taken over': (chance, opened) => ({
    ...autoOf(chance, opened),
    ...remark('Acquired from another lender'),
    dateOpened: '2026-03-04',
    dateLastPayment: '2026-10-02',
    paymentHistory: [{ date: '2025-06', status: '30' }, ...onTime(16)],
  }),
  'replacement card': (chance, opened) => ({
    ...cardOf(chance, opened),
    ...remark('Substitute or replacement account'),
    dateOpened: '2026-08-04',
  }),
  'charge card': (chance, opened) => ({
    ...cardOf(chance, opened),
    accountType: 'Open',
    accountTypeDetail: 'Charge card, no preset limit',
    creditLimit: null,
  }),
  'parent’s card': (chance, opened) => ({
    ...cardOf(chance, opened),
    responsibility: 'Authorized user',
    dateOpened: '1979-05-11',
  }),
  'repossession with a deficiency': (chance, opened) => ({
    ...autoOf(chance, opened),
    ...adverse,
    ...remark('Repossession, collateral sold'),
    payStatus: 'REPO',
    currentBalance: money(4_100),
    amountPastDue: money(4_100),
    dateClosed: '2025-07-01',
    monthlyPayment: null,
    dateFirstDelinquency: '2025-01-12',
    dateLastPayment: '2024-12-12',
    paymentHistory: fallen('REPO'),
  }),
  'settled card': (chance, opened) => ({
    ...cardOf(chance, opened),
    ...adverse,
    ...remark('Settled for less than the full balance'),
    currentBalance: money(0),
    dateClosed: '2025-07-15',
    datePaid: '2025-07-15',
    dateLastPayment: '2025-07-15',
    monthlyPayment: null,
    paymentHistory: onTime(24, '2025-07'),
    lastReported: '2025-07-15',
  }),
  'lease that ended': (chance, opened) => ({
    ...autoOf(chance, opened),
    ...ended,
    ...remark('Full termination, obligation satisfied'),
    accountTypeDetail: 'Auto lease',
    currentBalance: money(0),
    datePaid: '2025-07-15',
    dateLastPayment: '2025-07-02',
    monthlyPayment: null,
    paymentHistory: onTime(24, '2025-07'),
    lastReported: '2025-07-15',
  }),
  'reaffirmed loan': (chance, opened) => ({
    ...autoOf(chance, opened),
    ...remark('Reaffirmation of debt, bankruptcy chapter 7'),
  }),
  'counseled card': (chance, opened) => ({
    ...cardOf(chance, opened),
    ...remark('Managed by debt counseling service'),
    accountStatus: 'Derogatory',
    isDerogatory: true,
  }),
  'closed line still paid off': (chance, opened) => ({
    ...cardOf(chance, opened),
    ...ended,
    ...remark('Account closed by consumer'),
  }),
  'medical collection of an agency': chance => ({
    accountType: 'Collection',
    accountTypeDetail: 'Medical',
    isCollection: true,
    isDerogatory: true,
    accountStatus: 'Derogatory',
    openClosed: 'Open',
    payStatus: 'COL',
    originalCreditor: `Harbor Clinic ${chance.digits(6)}`,
    dateOpened: '2024-03-02',
    dateFirstDelinquency: '2023-08-14',
    highBalance: money(chance.between(600, 3_000)),
    currentBalance: money(chance.between(600, 3_000)),
    paymentHistory: [],
  }),
  phone: (chance, opened) => ({
    ...cardOf(chance, opened),
    accountType: 'Open',
    accountTypeDetail: 'Telecommunication',
    creditLimit: null,
    currentBalance: money(chance.between(20, 120)),
    highBalance: null,
    termLength: 1,
  }),
}

export const oddStoryOf = (chance: Chance, kind: OddKind, opened: string): Story => {
  const story = storyBuilders[kind](chance, opened)
  return { accountStatus: 'Open', ...story }
}
