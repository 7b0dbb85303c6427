import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { PartialDate } from '#values/dates.ts'
import type { Dollars } from '#values/money.ts'
import type { BureauCoverage } from './coverage.ts'
import type { ReportFormat } from './formats.ts'
import type { RecordKind } from './public-records.ts'

/**
 * The report model. `readers/<format>` converts every industry format into it, and everything the product
 * shows about a credit file is computed from it. null always means "not reported", never zero. Field meanings
 * and their sources: docs/reference/report-model.md.
 */

/** A month of payment history, or the current manner of payment (Metro 2 payment profile, named). */
export const payTokens = [
  'OK',
  '30',
  '60',
  '90',
  '120',
  '150',
  '180',
  'CO',
  'COL',
  'REPO',
  'FC',
  'VS',
  'BK',
  'U',
] as const
export type PayToken = (typeof payTokens)[number]

/** The displayed account status. */
export const accountStatuses = ['Open', 'Closed', 'Paid', 'Transferred', 'Refinanced', 'Derogatory'] as const
export type AccountStatus = (typeof accountStatuses)[number]

export const accountTypes = [
  'Revolving',
  'Installment',
  'Mortgage',
  'Open',
  'Line of credit',
  'Collection',
  'Unknown',
] as const
export type AccountType = (typeof accountTypes)[number]

export type Address = {
  street: string | null
  city: string | null
  state: string | null
  postal: string | null
}

export type Remark = { code: string | null; text: string }

/** One month of payment history; months without data are absent. */
export type PaymentMonth = { date: string; status: PayToken }

/** One account as one bureau reports it. Rows of the same real account share `id` and `creditorName`. */
export type Account = {
  id: string
  bureau: Bureau
  creditorName: string
  /** The bureau's own spelling. */
  creditorNameReported: string
  /** As reported, never more than the document shows. Masked again before it leaves the server. */
  accountNumber: string | null
  /** Set when the number is masked, if the bureau reports a different number that the mask makes look the same. */
  sharesMaskedNumber?: boolean | undefined
  accountType: AccountType
  accountTypeDetail: string | null
  industry: string | null
  subscriberCode: string | null
  /** ECOA code in words: Individual, Joint, Authorized user, ... */
  responsibility: string | null
  openClosed: 'Open' | 'Closed' | null
  /** The sender's own condition, from which `accountStatus` is derived. */
  condition: string | null
  accountStatus: AccountStatus
  payStatus: PayToken | null
  worstStatus: PayToken | null
  /** Also true for paid collections and charge-offs. */
  isDerogatory: boolean
  isCollection: boolean
  originalCreditor: string | null
  monthlyPayment: Dollars | null
  currentBalance: Dollars | null
  highBalance: Dollars | null
  creditLimit: Dollars | null
  originalAmount: Dollars | null
  amountPastDue: Dollars | null
  chargeOffAmount: Dollars | null
  termLength: number | null
  dateOpened: PartialDate | null
  dateClosed: PartialDate | null
  datePaid: PartialDate | null
  dateStatus: PartialDate | null
  lastReported: PartialDate | null
  dateLastActive: PartialDate | null
  dateLastPayment: PartialDate | null
  dateChargeOff: PartialDate | null
  dateFirstDelinquency: PartialDate | null
  /**
   * Until when the bureau states it will report the account ("On Record Until", "Estimated month and year this item
   * will be removed"). Never computed, and never a basis for the first delinquency. Absent: the format has none.
   */
  removalDate?: PartialDate | null
  /** The sender's counts of 30, 60, and 90-or-more days late; never corrected from the months. */
  late30: number | null
  late60: number | null
  late90: number | null
  monthsReviewed: number | null
  disputed: boolean | null
  remarks: Remark[]
  address: Address | null
  creditorPhone: string | null
  /** Oldest first, one per month, up to 120. */
  paymentHistory: PaymentMonth[]
  /**
   * The document has one set of values for several bureaus, or does not state from which bureau they are.
   */
  valuesShared: boolean
  /** False when the document does not name the bureaus that report the row. */
  bureausKnown: boolean
  /** The row's own identifier in the document, for audits. */
  sourceRowId: string | null
}

export type Score = {
  bureau: Bureau
  score: number
  dateReported: PartialDate | null
  model: string | null
  /** 'FICO' | 'VantageScore' | 'Other', from the model's name. */
  family: 'FICO' | 'VantageScore' | 'Other'
  factors: { code: string | null; text: string }[]
}

export type ScoreExclusion = { bureau: Bureau; model: string | null; reason: string }

export type Inquiry = {
  id: string
  company: string
  bureau: Bureau
  date: PartialDate | null
  kind: 'hard' | 'soft' | 'unknown'
  industry: string | null
  address: Address | null
}

export type PublicRecord = {
  id: string
  bureau: Bureau
  type: string
  disposition: string | null
  filed: PartialDate | null
  disposed: PartialDate | null
  court: string | null
  caseNumber: string | null
  amount: Dollars | null
  plaintiff: string | null
  responsibility: string | null
  /** Until when the bureau states it will report the record. Absent: the format has none. */
  removalDate?: PartialDate | null
  /** Only if the format has a code for it; `recordKindOf` reads the words of others. */
  kind?: RecordKind
  /** Who filed a bankruptcy, the person or creditors; only if the sender states it. */
  petition?: 'voluntary' | 'involuntary'
}

export type ReportedAddress = Address & { reported: PartialDate | null }

/** Identity as one bureau reports it. Only the last four digits of the SSN are ever kept. */
export type PersonalInfo = {
  bureau: Bureau
  name: string | null
  aliases: string[]
  dob: PartialDate | null
  ssnLastFour: string | null
  currentAddress: ReportedAddress | null
  previousAddresses: ReportedAddress[]
  employers: string[]
  phones: string[]
  consumerStatements: string[]
}

/** A bureau's result. A bureau without a file does not mean a person without debts. */
export type FileStatus = {
  bureau: Bureau
  status: 'hit' | 'noHit' | 'thin' | 'frozen' | 'error'
  text: string | null
}

/**
 * A remark about the document itself. `bureau`: the bureau whose file it concerns, null for the whole
 * document; absent in reports of earlier releases (redact-for-plan.ts).
 */
export type ReportWarning = { code: string; message: string; bureau?: Bureau | null }

/** Uploaded by the user, pulled from the bureaus, or from the sandbox bureau. */
export type ReportOrigin = 'import' | 'bureau' | 'sandbox'

/** How a part of a stored report arrived. */
export type PartArrival = {
  /** The stored report with which it arrived: a part of an earlier report keeps that one's id. */
  reportId: string
  origin: ReportOrigin
  /** The name of the imported file. */
  fileName: string | null
  /** The instant, UTC. */
  receivedAt: string
  /** The last day on which the part counts as current. */
  currentUntil: string
}

/**
 * One bureau's share of a report, from one document. Joined reports contain parts of different
 * documents and dates (parts.ts).
 */
export type ReportPart = {
  bureau: Bureau
  format: ReportFormat
  reportDate: PartialDate | null
  subject: Report['subject']
  warnings: ReportWarning[]
  /** Absent: the format states nothing to check the reading against. */
  coverage?: BureauCoverage
  /** Null until the report is stored. */
  arrival: PartArrival | null
}

export type Report = {
  format: ReportFormat
  formatVersion: string | null
  reportDate: PartialDate | null
  sourceReportId: string | null
  /**
   * Name and last four SSN digits of the person the report is about. `chosen`: the user chose which person of a
   * joint file they are.
   */
  subject: { name: string | null; ssnLastFour: string | null; chosen?: true }
  files: FileStatus[]
  scores: Score[]
  /** Scores of models other than the one shown for the bureau. */
  otherScores: Score[]
  scoreExclusions: ScoreExclusion[]
  accounts: Account[]
  inquiries: Inquiry[]
  publicRecords: PublicRecord[]
  personal: PersonalInfo[]
  warnings: ReportWarning[]
  /** What the document states and what was read of it, by bureau; only from readers of web pages and PDFs. */
  coverage?: BureauCoverage[]
  /** One for each bureau. Absent: all bureaus are from one document, as always in readers. */
  parts?: ReportPart[]
}

/** The bureaus a report mentions, including those without a file. */
export const listBureaus = (report: Report): Bureau[] =>
  sortBureaus(
    [
      ...report.files,
      ...report.scores,
      ...report.otherScores,
      ...report.scoreExclusions,
      ...report.accounts,
      ...report.inquiries,
      ...report.publicRecords,
      ...report.personal,
    ].map(row => row.bureau),
  )
