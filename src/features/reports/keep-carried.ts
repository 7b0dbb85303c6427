import { monthsBetween, type PartialDate } from '#values/dates.ts'
import type { Dollars } from '#values/money.ts'
import type {
  Account,
  Inquiry,
  PersonalInfo,
  PublicRecord,
  Report,
  ReportedAddress,
  Score,
} from './canonical.ts'
import {
  type AccountField,
  carries,
  type FormatContent,
  type InquiryField,
  type PersonalField,
  type RecordField,
  type ScoreField,
} from './carries.ts'
import type { ReportFormat } from './formats.ts'

/** Removes from a report what a format cannot contain. */

/** The values of fields that are not reported. */
export const blank: {
  account: Omit<Pick<Account, AccountField>, 'removalDate'>
  inquiry: Pick<Inquiry, InquiryField>
  publicRecord: Omit<Pick<PublicRecord, RecordField>, 'removalDate'>
  personal: Pick<PersonalInfo, PersonalField>
  score: Pick<Score, ScoreField>
} = {
  account: {
    accountNumber: null,
    accountTypeDetail: null,
    industry: null,
    subscriberCode: null,
    responsibility: null,
    openClosed: null,
    condition: null,
    payStatus: null,
    worstStatus: null,
    originalCreditor: null,
    monthlyPayment: null,
    currentBalance: null,
    highBalance: null,
    creditLimit: null,
    originalAmount: null,
    amountPastDue: null,
    chargeOffAmount: null,
    termLength: null,
    dateOpened: null,
    dateClosed: null,
    datePaid: null,
    dateStatus: null,
    lastReported: null,
    dateLastActive: null,
    dateLastPayment: null,
    dateChargeOff: null,
    dateFirstDelinquency: null,
    late30: null,
    late60: null,
    late90: null,
    monthsReviewed: null,
    disputed: null,
    remarks: [],
    address: null,
    creditorPhone: null,
    paymentHistory: [],
    sourceRowId: null,
  },
  inquiry: { date: null, kind: 'unknown', industry: null, address: null },
  publicRecord: {
    disposition: null,
    filed: null,
    disposed: null,
    court: null,
    caseNumber: null,
    amount: null,
    plaintiff: null,
    responsibility: null,
  },
  personal: {
    name: null,
    aliases: [],
    dob: null,
    ssnLastFour: null,
    currentAddress: null,
    previousAddresses: [],
    employers: [],
    phones: [],
    consumerStatements: [],
  },
  score: { dateReported: null, model: null, factors: [] },
}

/** The blanks of the fields that are not kept. */
const blanksBut = <Fields extends object>(blanks: Fields, kept: readonly string[]): Partial<Fields> => {
  let left: Partial<Fields> = {}
  for (const field in blanks) if (!kept.includes(field)) left = { ...left, [field]: blanks[field] }
  return left
}

const moneyFields = [
  'monthlyPayment',
  'currentBalance',
  'highBalance',
  'creditLimit',
  'originalAmount',
  'amountPastDue',
  'chargeOffAmount',
] as const satisfies readonly AccountField[]

const toMonth = (date: PartialDate | null | undefined): PartialDate | null => date?.slice(0, 7) ?? null

const toWholeDollars = (amount: Dollars | null): Dollars | null =>
  amount === null ? null : Math.round(Number(amount)).toFixed(2)

const newestMonths = (history: Account['paymentHistory'], most: number): Account['paymentHistory'] => {
  const newest = history.at(-1)?.date
  return newest === undefined ? [] : history.filter(({ date }) => monthsBetween(date, newest) < most)
}

const accountAs = (content: FormatContent) => {
  const blanks = blanksBut(blank.account, content.account)
  return ({ removalDate, ...given }: Account): Account => {
    const row = { ...given, ...blanks }
    for (const field of content.wholeDollars ? moneyFields : []) row[field] = toWholeDollars(row[field])
    for (const field of content.months) if (field !== 'removalDate') row[field] = toMonth(row[field])
    const isMonth = content.months.includes('removalDate')
    return {
      ...row,
      disputed: content.disputeInRemarks && row.disputed === false ? null : row.disputed,
      paymentHistory:
        content.historyMonths === null
          ? row.paymentHistory
          : newestMonths(row.paymentHistory, content.historyMonths),
      ...(content.account.includes('removalDate')
        ? { removalDate: isMonth ? toMonth(removalDate) : (removalDate ?? null) }
        : {}),
    }
  }
}

const addressAs = (content: FormatContent, address: ReportedAddress): ReportedAddress =>
  content.addressDates ? address : { ...address, reported: null }

const personAs = (content: FormatContent) => {
  const blanks = blanksBut(blank.personal, content.personal)
  return (given: PersonalInfo): PersonalInfo => {
    const person = { ...given, ...blanks }
    return {
      ...person,
      dob: content.birthYearOnly ? (person.dob?.slice(0, 4) ?? null) : person.dob,
      currentAddress: person.currentAddress && addressAs(content, person.currentAddress),
      previousAddresses: person.previousAddresses.map(address => addressAs(content, address)),
    }
  }
}

const recordAs =
  (content: FormatContent) =>
  ({ removalDate, ...given }: PublicRecord): PublicRecord => ({
    ...given,
    ...blanksBut(blank.publicRecord, content.publicRecord),
    ...(content.publicRecord.includes('removalDate') ? { removalDate: toMonth(removalDate) } : {}),
  })

const scoreAs = (kept: readonly ScoreField[]) => (score: Score) => ({
  ...score,
  ...blanksBut(blank.score, kept),
})

/** The report reduced to this content: everything else is not reported. */
export const keepContent = (report: Report, content: FormatContent): Report => {
  const { score } = content
  const blankInquiry = blanksBut(blank.inquiry, content.inquiry)
  return {
    ...report,
    subject: {
      ...report.subject,
      ssnLastFour: content.personal.includes('ssnLastFour') ? report.subject.ssnLastFour : null,
    },
    scores: score === null ? [] : report.scores.map(scoreAs(score)),
    otherScores: score === null ? [] : report.otherScores.map(scoreAs(score)),
    scoreExclusions: score === null ? [] : report.scoreExclusions,
    accounts: report.accounts.map(accountAs(content)),
    inquiries: report.inquiries.map(inquiry => ({ ...inquiry, ...blankInquiry })),
    publicRecords: report.publicRecords.map(recordAs(content)),
    personal: report.personal.map(personAs(content)),
  }
}

/** The report reduced to what one format can contain. */
export const keepCarried = (report: Report, format: ReportFormat): Report => ({
  ...keepContent(report, carries[format]),
  format,
})
