import { bureausOf, type Plan } from '#features/identity/plan.ts'
import type {
  Account,
  Address,
  Inquiry,
  PersonalInfo,
  PublicRecord,
  Report,
  ReportWarning,
  Score,
} from '#features/reports/canonical.ts'
import { displayNameOf } from '#features/reports/grouping.ts'
import { type Bureau, bureaus, inOrder } from '#values/bureau.ts'
import { maskSsn } from '#values/mask.ts'
import type { FullReport, ShownAccount } from './contract.ts'
import { type Masks, masksOf } from './masks.ts'
import { commentsOf, paymentStatusOf } from './payment-status.ts'

const maybe = (change: (text: string) => string, text: string | null): string | null =>
  text === null ? null : change(text)

/** Nine digits of a postal code are its ZIP+4, and must not look like anything else. */
const showPostal = (postal: string): string => postal.trim().replace(/^(\d{5})(\d{4})$/, '$1-$2')

const shownAddress = (address: Address, mask: Masks): Address => ({
  street: maybe(mask.text, address.street),
  city: maybe(mask.text, address.city),
  state: maybe(mask.text, address.state),
  postal: maybe(postal => mask.text(showPostal(postal)), address.postal),
})

/** `12 Elm Street, Dayton, OH 45401`; null when nothing of the address is reported. */
const addressLine = (address: Address, mask: Masks): string | null => {
  const { street, city, state, postal } = shownAddress(address, mask)
  const region = [state, postal].filter(part => part !== null && part !== '').join(' ')
  return [street, city, region].filter(part => part !== null && part !== '').join(', ') || null
}

const shownAccount = (account: Account, mask: Masks): ShownAccount => ({
  id: account.id,
  creditorName: mask.text(account.creditorName),
  creditorNameReported: mask.text(account.creditorNameReported),
  bureau: account.bureau,
  accountNumber: mask.number(account.accountNumber),
  accountType: account.accountType,
  accountTypeDetail: maybe(mask.text, account.accountTypeDetail),
  responsibility: maybe(mask.text, account.responsibility),
  accountStatus: account.accountStatus,
  openClosed: account.openClosed,
  isDerogatory: account.isDerogatory,
  isCollection: account.isCollection,
  originalCreditor: maybe(mask.text, account.originalCreditor),
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
  paymentStatus: paymentStatusOf(account),
  comments: mask.text(commentsOf(account)),
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
  address: account.address === null ? null : shownAddress(account.address, mask),
  creditorPhone: maybe(mask.ssnOnly, account.creditorPhone),
  valuesShared: account.valuesShared,
  bureausKnown: account.bureausKnown,
})

const shownScore = (score: Score, mask: Masks) => ({
  bureau: score.bureau,
  score: score.score,
  dateReported: score.dateReported,
  model: maybe(mask.text, score.model),
  factors: score.factors.map(factor => mask.text(factor.text)),
})

const shownInquiry = (inquiry: Inquiry, mask: Masks) => ({
  id: inquiry.id,
  company: mask.text(inquiry.company),
  date: inquiry.date,
  bureau: inquiry.bureau,
  kind: inquiry.kind,
  address: inquiry.address === null ? null : shownAddress(inquiry.address, mask),
})

const shownRecord = (record: PublicRecord, mask: Masks) => ({
  id: record.id,
  bureau: record.bureau,
  type: mask.text(record.type),
  disposition: maybe(mask.text, record.disposition),
  filed: record.filed,
  disposed: record.disposed,
  court: maybe(mask.text, record.court),
  caseNumber: maybe(mask.ssnOnly, record.caseNumber),
  amount: record.amount,
})

const shownPerson = (person: PersonalInfo, mask: Masks) => ({
  bureau: person.bureau,
  name: maybe(mask.text, person.name),
  aliases: person.aliases.map(mask.text),
  dob: person.dob,
  ssn: maybe(four => maskSsn(four.slice(-4)), person.ssnLastFour),
  currentAddress: person.currentAddress === null ? null : addressLine(person.currentAddress, mask),
  previousAddresses: person.previousAddresses
    .map(address => addressLine(address, mask))
    .filter(address => address !== null),
  employers: person.employers.map(mask.text),
  phones: person.phones.map(mask.ssnOnly),
  consumerStatements: person.consumerStatements.map(mask.text),
})

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
      return seen.length === group.length ? row : { ...row, creditorName: displayNameOf(seen) }
    })
}

/**
 * The one exit for credit data (decisions sections 4 and 5): what of a report a plan may see. Rows of other
 * bureaus are gone everywhere; SSNs are `XXX-XX-1234`, account numbers at most eight characters and `****`, in
 * free text too. All else is as reported. Analytics, history, findings, voice, Raw Data and previews take
 * this and nothing else.
 */
export const shown = (report: Report, plan: Plan): FullReport => {
  const visible = new Set<Bureau>(bureausOf(plan))
  const mask = masksOf(report)
  const each = <Row extends { bureau: Bureau }, Out>(
    rows: readonly Row[],
    show: (row: Row, mask: Masks) => Out,
  ) => rows.filter(row => visible.has(row.bureau)).map(row => show(row, mask))
  return {
    creditScores: each(report.scores, shownScore),
    otherScores: each(report.otherScores, shownScore),
    scoreExclusions: each(report.scoreExclusions, ({ bureau, model, reason }) => ({
      bureau,
      model: maybe(mask.text, model),
      reason: mask.text(reason),
    })),
    accountInformation: each(accountsAt(visible, report.accounts), shownAccount),
    creditInquiries: each(report.inquiries, shownInquiry),
    publicRecords: each(report.publicRecords, shownRecord),
    personalInformation: each(report.personal, shownPerson),
    fileStatuses: each(report.files, ({ bureau, status, text }) => ({
      bureau,
      status,
      text: maybe(mask.text, text),
    })),
  }
}

/** The bureaus that a report says anything about, even that there is no file. */
const bureausIn = (report: Report): Bureau[] =>
  inOrder(
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

/** The bureaus of a report that a plan sees, and those that it holds back. */
export const bureausShown = (report: Report, plan: Plan): { bureaus: Bureau[]; hiddenBureaus: Bureau[] } => {
  const held = bureausIn(report)
  const visible = bureausOf(plan)
  return {
    bureaus: held.filter(bureau => visible.includes(bureau)),
    hiddenBureaus: held.filter(bureau => !visible.includes(bureau)),
  }
}

/** The reader's warnings, masked; one that speaks of a bureau outside the plan is left out. */
export const warningsShown = (report: Report, plan: Plan): ReportWarning[] => {
  const visible = bureausOf(plan)
  const outside = bureaus.filter(bureau => !visible.includes(bureau))
  const mask = masksOf(report)
  return report.warnings
    .filter(warning => !outside.some(bureau => warning.message.includes(bureau)))
    .map(({ code, message }) => ({ code, message: mask.text(message) }))
}
