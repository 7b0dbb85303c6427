import type { PaymentMonth, PayToken } from '#features/reports/canonical.ts'
import type { Bureau } from '#values/bureau.ts'
import type { Company } from './companies.ts'
import type { Day, Kind, Names, Place } from './life.ts'

/** A bureau's data about a person in one month, errors included, independent of any format. */

export type RemarkName =
  | 'closed by consumer'
  | 'closed by lender'
  | 'charged off'
  | 'placed for collection'
  | 'paid collection'
  | 'included in bankruptcy'

/** Whole dollars; null is "not reported". */
export type ReportedAccount = {
  /** The life's account, shared by its rows across bureaus. */
  key: string
  bureau: Bureau
  company: Company
  kind: Kind
  /** As masked by the bureau. */
  number: string
  responsibility: 'Individual' | 'Joint' | 'Authorized user'
  condition: 'Open' | 'Closed' | 'Paid' | 'Derogatory'
  rating: PayToken
  balance: number
  highBalance: number
  limit: number | null
  payment: number | null
  pastDue: number | null
  term: number | null
  opened: Day
  closed: Day | null
  paid: Day | null
  status: Day
  reported: Day
  lastPayment: Day | null
  firstDelinquency: Day | null
  chargedOff: { on: Day; amount: number } | null
  originalCreditor: string | null
  remark: RemarkName | null
  /** Oldest first, without gaps. An open account ends with the month it was reported in. */
  history: readonly PaymentMonth[]
}

export type ReportedInquiry = { company: Company; on: Day }

export type ReportedRecord = {
  filed: Day
  discharged: Day
  court: string
  caseNumber: string
  owed: number
}

export type ReportedAddressRow = { place: Place; reported: Day }

export type ReportedScore = { value: number; factors: readonly { code: string; words: string }[] }

export type BureauFile = {
  bureau: Bureau
  frozen: boolean
  names: Names
  aliases: readonly Names[]
  /** A full date, or only the year. */
  birthDate: string
  /** The current one first. */
  addresses: readonly ReportedAddressRow[]
  employers: readonly string[]
  phones: readonly string[]
  accounts: readonly ReportedAccount[]
  inquiries: readonly ReportedInquiry[]
  records: readonly ReportedRecord[]
  /** Null when there is nothing to score. */
  score: ReportedScore | null
}

/**
 * Each bureau's code and wording for a remark (TU 4.0 remarks, Experian comment codes, Equifax narratives).
 */
export const remarks: Readonly<Record<RemarkName, Readonly<Record<Bureau, readonly [string, string]>>>> = {
  'closed by consumer': {
    TransUnion: ['CBC', 'Account closed by consumer'],
    Experian: ['19', "Account closed at consumer's request"],
    Equifax: ['DA', 'Account closed by consumer'],
  },
  'closed by lender': {
    TransUnion: ['CBG', 'Account closed by credit grantor'],
    Experian: ['18', "Account closed at credit grantor's request"],
    Equifax: ['CW', 'Account closed by credit grantor'],
  },
  'charged off': {
    TransUnion: ['PRL', 'Profit and loss write-off'],
    Experian: ['97', 'Account charged off'],
    Equifax: ['DB', 'Charged-off account'],
  },
  'placed for collection': {
    TransUnion: ['CLA', 'Placed for collection'],
    Experian: ['96', 'Collection account'],
    Equifax: ['CZ', 'Collection account'],
  },
  'paid collection': {
    TransUnion: ['PCL', 'Paid collection'],
    Experian: ['61', 'Paid collection account'],
    Equifax: ['ER', 'Paid collection'],
  },
  'included in bankruptcy': {
    TransUnion: ['BKL', 'Included in bankruptcy'],
    Experian: ['67', 'Debt included in chapter 7 bankruptcy'],
    Equifax: ['BW', 'Included in bankruptcy'],
  },
}
