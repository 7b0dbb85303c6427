import type { PayToken } from '#features/reports/canonical.ts'
import type { Bureau } from '#values/bureau.ts'
import type { Company } from './companies.ts'

/**
 * What really happened to a person: the truth that the sandbox bureau's files are drawn from, and that the planted
 * errors depart from. Data alone: neither a clock nor chance has a part in it.
 */

/** `YYYY-MM` and `YYYY-MM-DD`. */
export type Month = string
export type Day = string

export type Names = { firstName: string; middleName: string | null; lastName: string }
export type Place = { street: string; city: string; state: string; postal: string }

/** Whose file it is. A persona's life is lived under the names and at the address of whoever asks. */
export type Subject = { names: Names; birthDate: Day; address: Place; ssn: string }

export type Kind =
  | 'card'
  | 'secured card'
  | 'store card'
  | 'auto loan'
  | 'student loan'
  | 'personal loan'
  | 'mortgage'
  | 'rent'
  | 'collection'

/**
 * What is owed at the end of a month. `around`: a card's balances from the month `at` on, again and again, and the
 * same way back. `from`: a loan's balance in the month `at`, which falls by `by` every month until it is paid off.
 */
export type Owed =
  | { around: readonly number[]; at: Month }
  | { from: number; by: number; at: Month }
  | { always: number }

/** How an account ended. `reported`: the last report, where it is another day than the bureau's usual one. */
export type Ended = {
  on: Day
  how: 'closed by consumer' | 'closed by lender' | 'paid off' | 'paid collection'
  lastPayment?: Day
  reported?: Partial<Record<Bureau, Day>>
}

export type ChargeOff = {
  on: Day
  closed: Day
  lastPayment: Day
  firstDelinquency: Day
  amount: number
}

export type LifeAccount = {
  /** Names the account in planted errors and tests, and groups its rows where a format can. */
  key: string
  company: Company
  kind: Kind
  number: string
  responsibility?: 'Joint' | 'Authorized user'
  /** The bureaus that the company reports to; all three when absent. */
  at?: readonly Bureau[]
  opened: Day
  /** The opening day as a bureau rounds it. */
  openedAs?: Partial<Record<Bureau, Day>>
  owed: Owed
  /** The most that was ever owed. */
  highest: number
  limit?: number
  /** Months of a loan. */
  term?: number
  /** Due every month, on the day `payDay`. */
  payment: number
  payDay: number
  /** The months that were not paid on time; what is charged off or discharged needs no entry from then on. */
  late?: Readonly<Record<Month, PayToken>>
  /** How many months of history the company reports. */
  window?: number
  ended?: Ended
  chargedOff?: ChargeOff
  collection?: { originalCreditor: string; firstDelinquency: Day }
  /** Included in the bankruptcy filed on this day. */
  bankruptcy?: { filed: Day; lastPayment: Day; firstDelinquency: Day }
  /** The day of the month on which a bureau hears of the account, where it is another than its usual one. */
  reportDays?: Partial<Record<Bureau, number>>
}

export type LifeInquiry = { company: Company; on: Day; at: readonly Bureau[] }

export type LifeBankruptcy = { filed: Day; discharged: Day; court: string; caseNumber: string; owed: number }

export type Life = {
  accounts: readonly LifeAccount[]
  inquiries: readonly LifeInquiry[]
  bankruptcy?: LifeBankruptcy
  /** When each bureau first heard of the present address. */
  livesHereSince: Readonly<Record<Bureau, Day>>
  earlierPlaces: readonly { place: Place; reported: Partial<Record<Bureau, Day>> }[]
  employers: readonly { name: string; at: readonly Bureau[] }[]
  phones: readonly { number: string; at: readonly Bureau[] }[]
  /** Other true ways in which a bureau has the name. */
  aliases: readonly { names: Names; at: readonly Bureau[] }[]
  /** Bureaus that hold no more than the year of birth. */
  birthYearOnly: readonly Bureau[]
  frozenAt: readonly Bureau[]
  /** What each bureau's data and model add to the sandbox's score; see score.ts. */
  scoreShift: Readonly<Record<Bureau, number>>
}
