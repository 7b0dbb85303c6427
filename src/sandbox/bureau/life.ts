import type { PayToken } from '#features/reports/canonical.ts'
import type { Bureau } from '#values/bureau.ts'
import type { Company } from './companies.ts'

/**
 * What really happened to a person: the truth from which the sandbox's files are generated and from which planted
 * errors deviate. Pure data, independent of clock and randomness.
 */

/** `YYYY-MM` and `YYYY-MM-DD`. */
export type Month = string
export type Day = string

export type Names = { firstName: string; middleName: string | null; lastName: string }
export type Place = { street: string; city: string; state: string; postal: string }

/** The person in the file. A persona is shown under the name and address of the user who requests it. */
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
 * The balance at month end. `around`: a card's balances from month `at` on, repeating in both directions.
 * `from`: a loan's balance in month `at`, falling by `by` every month until it is paid off.
 */
export type Owed =
  | { around: readonly number[]; at: Month }
  | { from: number; by: number; at: Month }
  | { always: number }

/** How an account ended. `reported`: the last report date, if not the bureau's usual day. */
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
  /** Identifies the account in planted errors and tests, and groups its rows where a format allows it. */
  key: string
  company: Company
  kind: Kind
  number: string
  responsibility?: 'Joint' | 'Authorized user'
  /** The bureaus the company reports to; all three by default. */
  at?: readonly Bureau[]
  opened: Day
  /** The opening date as a bureau rounds it. */
  openedAs?: Partial<Record<Bureau, Day>>
  owed: Owed
  /** The highest balance so far. */
  highest: number
  limit?: number
  /** In months. */
  term?: number
  /** Due every month on day `payDay`. */
  payment: number
  payDay: number
  /** The months not paid on time. Nothing is needed after a charge-off or discharge. */
  late?: Readonly<Record<Month, PayToken>>
  /** How many months of history the company reports. */
  window?: number
  ended?: Ended
  chargedOff?: ChargeOff
  collection?: { originalCreditor: string; firstDelinquency: Day }
  /** The filing date of the bankruptcy that includes this account. */
  bankruptcy?: { filed: Day; lastPayment: Day; firstDelinquency: Day }
  /** The day of the month on which a bureau receives the data, if not its usual one. */
  reportDays?: Partial<Record<Bureau, number>>
}

export type LifeInquiry = { company: Company; on: Day; at: readonly Bureau[] }

type LifeBankruptcy = { filed: Day; discharged: Day; court: string; caseNumber: string; owed: number }

export type Life = {
  accounts: readonly LifeAccount[]
  inquiries: readonly LifeInquiry[]
  bankruptcy?: LifeBankruptcy
  /** When each bureau first received the current address. */
  livesHereSince: Readonly<Record<Bureau, Day>>
  earlierPlaces: readonly { place: Place; reported: Partial<Record<Bureau, Day>> }[]
  employers: readonly { name: string; at: readonly Bureau[] }[]
  phones: readonly { number: string; at: readonly Bureau[] }[]
  /** Other correct forms of the name at a bureau. */
  aliases: readonly { names: Names; at: readonly Bureau[] }[]
  /** Bureaus that have only the year of birth. */
  birthYearOnly: readonly Bureau[]
  frozenAt: readonly Bureau[]
  /** What each bureau's data and model add to the sandbox score; see score.ts. */
  scoreShift: Readonly<Record<Bureau, number>>
}
