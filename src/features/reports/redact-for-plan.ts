import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Bureau } from '#values/bureau.ts'
import { showList } from '#values/list.ts'
import {
  type Account,
  type Address,
  type Inquiry,
  listBureaus,
  type PersonalInfo,
  type PublicRecord,
  type Report,
  type ReportPart,
  type ReportWarning,
  type Score,
} from './canonical.ts'
import { chooseDisplayName } from './grouping.ts'
import { createMasks, ifReported, type Masks, maskAddress } from './masks.ts'
import { findNewestPart, listParts } from './parts.ts'

/** Reduces a report to what a plan includes: only its bureaus' rows, with every number masked. */
export type RedactedReport = Omit<
  Report,
  'subject' | 'warnings' | 'sourceReportId' | 'coverage' | 'parts'
> & {
  parts: RedactedPart[]
}

/** A part as a plan may see it, without subject and warnings. */
export type RedactedPart = Pick<ReportPart, 'bureau' | 'format' | 'reportDate' | 'coverage' | 'arrival'>

const maskPart = (
  { bureau, format, reportDate, coverage, arrival }: ReportPart,
  mask: Masks,
): RedactedPart => ({
  bureau,
  format,
  reportDate,
  ...(coverage && {
    coverage: {
      ...coverage,
      doubts: coverage.doubts.map(doubt => ({ ...doubt, about: ifReported(mask.text, doubt.about) })),
    },
  }),
  arrival: arrival && { ...arrival, fileName: ifReported(mask.text, arrival.fileName) },
})

const maskAccount = (account: Account, mask: Masks): Account => ({
  ...account,
  creditorName: mask.text(account.creditorName),
  creditorNameReported: mask.text(account.creditorNameReported),
  accountNumber: mask.number(account.accountNumber),
  accountTypeDetail: ifReported(mask.text, account.accountTypeDetail),
  industry: ifReported(mask.text, account.industry),
  subscriberCode: null,
  responsibility: ifReported(mask.text, account.responsibility),
  condition: ifReported(mask.text, account.condition),
  originalCreditor: ifReported(mask.text, account.originalCreditor),
  remarks: account.remarks.map(({ text }) => ({ code: null, text: mask.text(text) })),
  paymentHistory: account.paymentHistory.map(({ date, status }) => ({ date, status })),
  address: account.address === null ? null : maskAddress(account.address, mask),
  creditorPhone: ifReported(mask.ssnOnly, account.creditorPhone),
  sourceRowId: null,
})

/** The rows masked, marking those whose masked number is also that of a different number at the same bureau. */
const maskAccounts = (accounts: readonly Account[], mask: Masks): Account[] => {
  const numbers = new Map<string, Set<string | null>>()
  const shownAs = ({ bureau, accountNumber }: Account) => `${bureau} ${mask.number(accountNumber)}`
  for (const row of accounts)
    numbers.set(shownAs(row), (numbers.get(shownAs(row)) ?? new Set()).add(row.accountNumber))
  return accounts.map(row => ({
    ...maskAccount(row, mask),
    ...((numbers.get(shownAs(row))?.size ?? 0) > 1 ? { sharesMaskedNumber: true } : {}),
  }))
}

const maskScore = (score: Score, mask: Masks): Score => ({
  ...score,
  model: ifReported(mask.text, score.model),
  factors: score.factors.map(({ text }) => ({ code: null, text: mask.text(text) })),
})

const maskInquiry = (inquiry: Inquiry, mask: Masks): Inquiry => ({
  ...inquiry,
  company: mask.text(inquiry.company),
  industry: ifReported(mask.text, inquiry.industry),
  address: inquiry.address === null ? null : maskAddress(inquiry.address, mask),
})

const maskRecord = (record: PublicRecord, mask: Masks): PublicRecord => ({
  ...record,
  type: mask.text(record.type),
  disposition: ifReported(mask.text, record.disposition),
  court: ifReported(mask.text, record.court),
  caseNumber: ifReported(mask.ssnOnly, record.caseNumber),
  plaintiff: ifReported(mask.text, record.plaintiff),
  responsibility: ifReported(mask.text, record.responsibility),
})

const maskPerson = (person: PersonalInfo, mask: Masks): PersonalInfo => {
  const masked = <Place extends Address>(place: Place): Place => ({ ...place, ...maskAddress(place, mask) })
  return {
    ...person,
    name: ifReported(mask.text, person.name),
    aliases: person.aliases.map(mask.text),
    currentAddress: person.currentAddress === null ? null : masked(person.currentAddress),
    previousAddresses: person.previousAddresses.map(masked),
    employers: person.employers.map(mask.text),
    phones: person.phones.map(mask.ssnOnly),
    consumerStatements: person.consumerStatements.map(mask.text),
  }
}

/** A group is named after its visible rows: the stored name may be a hidden bureau's spelling. */
const selectAccounts = (visible: ReadonlySet<Bureau>, accounts: readonly Account[]): Account[] => {
  const groups = Map.groupBy(accounts, row => row.id)
  return accounts
    .filter(row => visible.has(row.bureau))
    .map(row => {
      const group = groups.get(row.id) ?? [row]
      const seen = group.filter(one => visible.has(one.bureau))
      return seen.length === group.length ? row : { ...row, creditorName: chooseDisplayName(seen) }
    })
}

/** Explains why a report shows nothing if the plan includes none of its bureaus. */
const listOutsidePlan = (report: Report, plan: Plan): Pick<ReportWarning, 'code' | 'message'>[] => {
  const [present, visible] = [listBureaus(report), bureausInPlan(plan)]
  if (present.length === 0 || present.some(bureau => visible.includes(bureau))) return []
  const shown = `The Free Plan shows ${showList(visible)}.`
  const message = `This is a report of ${showList(present)}. ${shown} The report is kept, and Max Plan shows it.`
  return [{ code: 'outside_plan', message }]
}

/**
 * Masked warnings, without those about hidden bureaus. Earlier releases stored warnings
 * without `bureau`: they may be about any bureau of the report, so only a plan that shows all of them shows
 * the warning.
 */
export const redactWarnings = (report: Report, plan: Plan): Pick<ReportWarning, 'code' | 'message'>[] => {
  const visible = bureausInPlan(plan)
  const showsAll = listBureaus(report).every(bureau => visible.includes(bureau))
  const mask = createMasks(report)
  // A warning of a document with only hidden bureaus is never shown.
  const ofVisible = report.parts?.filter(part => visible.includes(part.bureau))
  const isOfVisible = (warning: ReportWarning) =>
    warning.bureau === null && ofVisible !== undefined
      ? ofVisible.some(({ warnings }) => warnings.some(({ message }) => message === warning.message))
      : true
  const own = report.warnings
    .filter(isOfVisible)
    .filter(({ bureau }) => (bureau === undefined ? showsAll : bureau === null || visible.includes(bureau)))
    .map(({ code, message }) => ({ code, message: mask.text(message) }))
  return [...listOutsidePlan(report, plan), ...own]
}

/**
 * Removes rows of bureaus outside the plan and masks the rest: at most the last four digits of an SSN and the
 * first eight characters of an account number remain, in free text too. All credit data that leaves the
 * server passes through here, including the user's own archive.
 */
export const redactForPlan = (report: Report, plan: Plan): RedactedReport => {
  const visible = new Set<Bureau>(bureausInPlan(plan))
  const mask = createMasks(report)
  const each = <Row extends { bureau: Bureau }>(
    rows: readonly Row[],
    masked: (row: Row, mask: Masks) => Row,
  ): Row[] => rows.filter(row => visible.has(row.bureau)).map(row => masked(row, mask))
  const parts = listParts(report).filter(({ bureau }) => visible.has(bureau))
  const newest = findNewestPart(parts)
  return {
    format: newest?.format ?? report.format,
    formatVersion: report.formatVersion,
    // The date of a hidden bureau's part is not revealed.
    reportDate: newest === undefined ? report.reportDate : newest.reportDate,
    parts: parts.map(part => maskPart(part, mask)),
    files: each(report.files, file => ({ ...file, text: ifReported(mask.text, file.text) })),
    scores: each(report.scores, maskScore),
    otherScores: each(report.otherScores, maskScore),
    scoreExclusions: each(report.scoreExclusions, ({ bureau, model, reason }) => ({
      bureau,
      model: ifReported(mask.text, model),
      reason: mask.text(reason),
    })),
    accounts: maskAccounts(selectAccounts(visible, report.accounts), mask),
    inquiries: each(report.inquiries, maskInquiry),
    publicRecords: each(report.publicRecords, maskRecord),
    personal: each(report.personal, maskPerson),
  }
}
