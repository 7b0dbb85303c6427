import type { FullReport, ShownAccount } from '#features/credit/contract.ts'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Bureau } from '#values/bureau.ts'
import { maskSsn } from '#values/mask.ts'
import { formatAddress } from './address-line.ts'
import { listBureaus } from './bureaus-in.ts'
import type { Account, Address, Inquiry, PersonalInfo, PublicRecord, Report, Score } from './canonical.ts'
import { describeComments, describePaymentStatus } from './payment-status.ts'
import { redactForPlan } from './within-plan.ts'

const addressOf = (address: Address | null): Address | null =>
  address === null
    ? null
    : { street: address.street, city: address.city, state: address.state, postal: address.postal }

const shownAccount = (account: Account): ShownAccount => ({
  id: account.id,
  creditorName: account.creditorName,
  creditorNameReported: account.creditorNameReported,
  bureau: account.bureau,
  accountNumber: account.accountNumber,
  accountType: account.accountType,
  accountTypeDetail: account.accountTypeDetail,
  industry: account.industry,
  responsibility: account.responsibility,
  accountStatus: account.accountStatus,
  openClosed: account.openClosed,
  condition: account.condition,
  isDerogatory: account.isDerogatory,
  isCollection: account.isCollection,
  originalCreditor: account.originalCreditor,
  monthlyPayment: account.monthlyPayment,
  dateOpened: account.dateOpened,
  currentBalance: account.currentBalance,
  termLength: account.termLength,
  highBalance: account.highBalance,
  creditLimit: account.creditLimit,
  originalAmount: account.originalAmount,
  amountPastDue: account.amountPastDue,
  chargeOffAmount: account.chargeOffAmount,
  payStatus: account.payStatus,
  worstStatus: account.worstStatus,
  paymentStatus: describePaymentStatus(account),
  comments: describeComments(account),
  disputed: account.disputed,
  lastReported: account.lastReported,
  dateLastActive: account.dateLastActive,
  dateLastPayment: account.dateLastPayment,
  dateClosed: account.dateClosed,
  dateFirstDelinquency: account.dateFirstDelinquency,
  late30: account.late30,
  late60: account.late60,
  late90: account.late90,
  paymentHistory: account.paymentHistory.map(month => ({ date: month.date, status: month.status })),
  address: addressOf(account.address),
  creditorPhone: account.creditorPhone,
  valuesShared: account.valuesShared,
  bureausKnown: account.bureausKnown,
})

const shownScore = (score: Score) => ({
  bureau: score.bureau,
  score: score.score,
  dateReported: score.dateReported,
  model: score.model,
  factors: score.factors.map(factor => factor.text),
})

const shownInquiry = (inquiry: Inquiry) => ({
  id: inquiry.id,
  company: inquiry.company,
  date: inquiry.date,
  bureau: inquiry.bureau,
  kind: inquiry.kind,
  address: addressOf(inquiry.address),
})

const shownRecord = (record: PublicRecord) => ({
  id: record.id,
  bureau: record.bureau,
  type: record.type,
  disposition: record.disposition,
  filed: record.filed,
  disposed: record.disposed,
  court: record.court,
  caseNumber: record.caseNumber,
  amount: record.amount,
})

const shownPerson = (person: PersonalInfo) => ({
  bureau: person.bureau,
  name: person.name,
  aliases: person.aliases,
  dob: person.dob,
  ssn: person.ssnLastFour === null ? null : maskSsn(person.ssnLastFour.slice(-4)),
  currentAddress: person.currentAddress === null ? null : formatAddress(person.currentAddress),
  previousAddresses: person.previousAddresses.map(formatAddress).filter(address => address !== null),
  employers: person.employers,
  phones: person.phones,
  consumerStatements: person.consumerStatements,
})

/**
 * What of a report a plan may see, in the words of the wire: a projection of `redactForPlan`, the one exit for credit data.
 * SSNs are `XXX-XX-1234`. Analytics, history, voice, Raw Data and previews take this and nothing else.
 */
export const buildReportView = (report: Report, plan: Plan): FullReport => {
  const file = redactForPlan(report, plan)
  return {
    creditScores: file.scores.map(shownScore),
    otherScores: file.otherScores.map(shownScore),
    scoreExclusions: file.scoreExclusions,
    accountInformation: file.accounts.map(shownAccount),
    creditInquiries: file.inquiries.map(shownInquiry),
    publicRecords: file.publicRecords.map(shownRecord),
    personalInformation: file.personal.map(shownPerson),
    fileStatuses: file.files,
  }
}

/** The bureaus of a report that a plan sees. Of the others not even their names are given. */
export const listVisibleBureaus = (report: Report, plan: Plan): Bureau[] => {
  const visible = bureausInPlan(plan)
  return listBureaus(report).filter(bureau => visible.includes(bureau))
}
