import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Bureau } from '#values/bureau.ts'
import { maskAddress } from './address-line.ts'
import type { Account, Address, Inquiry, PersonalInfo, PublicRecord, Report, Score } from './canonical.ts'
import { chooseDisplayName } from './grouping.ts'
import { createMasks, type Masks } from './masks.ts'

/** A report of which only the plan's bureaus are left, and every number is masked. */
export type RedactedReport = Omit<Report, 'subject' | 'warnings' | 'sourceReportId'>

const maybe = (change: (text: string) => string, text: string | null): string | null =>
  text === null ? null : change(text)

const maskedAccount = (account: Account, mask: Masks): Account => ({
  ...account,
  creditorName: mask.text(account.creditorName),
  creditorNameReported: mask.text(account.creditorNameReported),
  accountNumber: mask.number(account.accountNumber),
  accountTypeDetail: maybe(mask.text, account.accountTypeDetail),
  industry: maybe(mask.text, account.industry),
  subscriberCode: null,
  responsibility: maybe(mask.text, account.responsibility),
  condition: maybe(mask.text, account.condition),
  originalCreditor: maybe(mask.text, account.originalCreditor),
  remarks: account.remarks.map(({ text }) => ({ code: null, text: mask.text(text) })),
  paymentHistory: account.paymentHistory.map(({ date, status }) => ({ date, status })),
  address: account.address === null ? null : maskAddress(account.address, mask),
  creditorPhone: maybe(mask.ssnOnly, account.creditorPhone),
  sourceRowId: null,
})

const maskedScore = (score: Score, mask: Masks): Score => ({
  ...score,
  model: maybe(mask.text, score.model),
  factors: score.factors.map(({ text }) => ({ code: null, text: mask.text(text) })),
})

const maskedInquiry = (inquiry: Inquiry, mask: Masks): Inquiry => ({
  ...inquiry,
  company: mask.text(inquiry.company),
  industry: maybe(mask.text, inquiry.industry),
  address: inquiry.address === null ? null : maskAddress(inquiry.address, mask),
})

const maskedRecord = (record: PublicRecord, mask: Masks): PublicRecord => ({
  ...record,
  type: mask.text(record.type),
  disposition: maybe(mask.text, record.disposition),
  court: maybe(mask.text, record.court),
  caseNumber: maybe(mask.ssnOnly, record.caseNumber),
  plaintiff: maybe(mask.text, record.plaintiff),
  responsibility: maybe(mask.text, record.responsibility),
})

const maskedPerson = (person: PersonalInfo, mask: Masks): PersonalInfo => {
  const masked = <Place extends Address>(place: Place): Place => ({ ...place, ...maskAddress(place, mask) })
  return {
    ...person,
    name: maybe(mask.text, person.name),
    aliases: person.aliases.map(mask.text),
    currentAddress: person.currentAddress === null ? null : masked(person.currentAddress),
    previousAddresses: person.previousAddresses.map(masked),
    employers: person.employers.map(mask.text),
    phones: person.phones.map(mask.ssnOnly),
    consumerStatements: person.consumerStatements.map(mask.text),
  }
}

/**
 * The rows of some bureaus. A group is named after the rows that are seen: its name may have been another
 * bureau's spelling.
 */
const accountsAt = (visible: ReadonlySet<Bureau>, accounts: readonly Account[]): Account[] => {
  const groups = Map.groupBy(accounts, row => row.id)
  return accounts
    .filter(row => visible.has(row.bureau))
    .map(row => {
      const group = groups.get(row.id) ?? [row]
      const seen = group.filter(one => visible.has(one.bureau))
      return seen.length === group.length ? row : { ...row, creditorName: chooseDisplayName(seen) }
    })
}

/**
 * The one exit for credit data (decisions sections 4 and 5): what of a report a plan may see. Rows of other
 * bureaus are gone everywhere; of an SSN the last four digits are left, account numbers are at most eight characters and
 * `****`, in free text too. All else is as reported. `shown` words it for the wire; findings are looked for in it.
 */
export const redactForPlan = (report: Report, plan: Plan): RedactedReport => {
  const visible = new Set<Bureau>(bureausInPlan(plan))
  const mask = createMasks(report)
  const each = <Row extends { bureau: Bureau }>(
    rows: readonly Row[],
    masked: (row: Row, mask: Masks) => Row,
  ): Row[] => rows.filter(row => visible.has(row.bureau)).map(row => masked(row, mask))
  return {
    format: report.format,
    formatVersion: report.formatVersion,
    reportDate: report.reportDate,
    files: each(report.files, file => ({ ...file, text: maybe(mask.text, file.text) })),
    scores: each(report.scores, maskedScore),
    otherScores: each(report.otherScores, maskedScore),
    scoreExclusions: each(report.scoreExclusions, ({ bureau, model, reason }) => ({
      bureau,
      model: maybe(mask.text, model),
      reason: mask.text(reason),
    })),
    accounts: each(accountsAt(visible, report.accounts), maskedAccount),
    inquiries: each(report.inquiries, maskedInquiry),
    publicRecords: each(report.publicRecords, maskedRecord),
    personal: each(report.personal, maskedPerson),
  }
}
