import {
  derogatoryBasis,
  derogatoryRows,
  describeRepeatedMarks,
  recordBasis,
} from '#features/credit/factors/derogatory-marks.ts'
import {
  describeMonths,
  describeRepeatedMonths,
  isLate,
  lateMonths,
  ratedRows,
} from '#features/credit/factors/payment-history.ts'
import { findLatestRow, type MatchedAccount } from '#features/credit/facts.ts'
import { accountName, count, describeRepeated } from '#features/credit/wording.ts'
import { earliestDay } from '#features/findings/reporting-period.ts'
import type { ShownAccount } from '#features/reports/contract.ts'
import { findOriginalCreditor } from '#features/reports/creditor.ts'
import { NOT_REPORTED } from '#features/reports/payment-status.ts'
import { showMonth } from '#values/dates.ts'
import { centsOf, showMoney } from '#values/money.ts'
import {
  type Answer,
  citeAccount,
  citeBasis,
  citePublicRecord,
  listText,
  type QuestionDetails,
  type ReportData,
  type ReportKindDefinition,
  reportAnswer,
} from '../answer.ts'
import { isInPeriod, type Period } from '../period.ts'

/** What the months of a report cover, if they begin after the start of the requested period. */
const coverage = (rows: readonly ShownAccount[], { since }: Period): string => {
  const first = rows
    .flatMap(({ paymentHistory }) => paymentHistory.map(({ date }) => date))
    .toSorted()
    .at(0)
  return first === undefined || (since !== null && since >= earliestDay(first))
    ? ''
    : ` The payment months in your report begin with ${showMonth(first)}.`
}

/** Late months by account, from the row that the payment factor counts. */
const latePaymentsAnswer = ({ facts }: ReportData, { period }: QuestionDetails): Answer => {
  const whole = ratedRows(facts)
  if (whole.length === 0)
    return reportAnswer('Your report has no payment history, so it cannot show late payments.')
  const rows = whole.map(row =>
    period === null
      ? row
      : { ...row, paymentHistory: row.paymentHistory.filter(({ date }) => isInPeriod(date, period)) },
  )
  const note = period === null ? '' : coverage(whole, period)
  const late = rows.filter(row => lateMonths(row).length > 0)
  if (late.length === 0)
    return reportAnswer(
      `No late payments are shown in your report.${note}`,
      rows.slice(0, 5).map(row => citeAccount(row, 'paymentHistory', facts)),
    )
  const months = late.reduce((sum, row) => sum + lateMonths(row).length, 0)
  return reportAnswer(
    listText(
      `${count(months, 'month')} of ${count(late.length, 'account')} ${months === 1 ? 'is' : 'are'} shown as late or worse.${note}${describeRepeatedMonths(facts)}`,
      late.map(row => `${accountName(row, facts)}: ${describeMonths(row)}.`),
    ),
    late.map(row => citeAccount(row, 'paymentHistory', facts)),
  )
}

/** `late 60 days, $120.00 past due`, as far as reported. */
const pastDueWords = ({ paymentStatus, amountPastDue }: ShownAccount): string =>
  [
    paymentStatus === NOT_REPORTED ? null : paymentStatus.toLowerCase(),
    amountPastDue === null ? null : `${showMoney(amountPastDue)} past due`,
  ]
    .filter(part => part !== null)
    .join(', ')

/** Accounts that are late now or have an amount past due. */
const pastDueAnswer = ({ facts }: ReportData): Answer => {
  const isPastDue = (account: MatchedAccount) =>
    isLate(account) || (centsOf(account.latest.amountPastDue) ?? 0) > 0
  const rows = facts.accounts.filter(isPastDue).map(({ latest }) => latest)
  if (rows.length === 0) return reportAnswer('No account is shown as late or past due.')
  return reportAnswer(
    listText(
      `${count(rows.length, 'account')} ${rows.length === 1 ? 'is' : 'are'} shown as late or past due.${describeRepeated(facts.repeated.filter(isPastDue))}`,
      rows.map(row => `${accountName(row, facts)}: ${pastDueWords(row)}.`),
    ),
    rows.map(row => citeAccount(row, 'amountPastDue', facts)),
  )
}

/** Derogatory accounts and public records, as the factor counts them. */
const derogatoryAnswer = ({ facts }: ReportData): Answer => {
  const basis = [
    ...derogatoryRows(facts).map(row => derogatoryBasis(row, facts)),
    ...facts.records.map(recordBasis),
  ]
  if (!facts.hasFile)
    return reportAnswer('No bureau shared a file, so nothing can be said of derogatory marks.')
  if (basis.length === 0) return reportAnswer('No derogatory marks are listed in your report.')
  return reportAnswer(
    listText(
      `${count(basis.length, 'derogatory mark')} ${basis.length === 1 ? 'is' : 'are'} listed.${describeRepeatedMarks(facts)}`,
      basis.map(({ label, value }) => `${label}: ${value}.`),
    ),
    citeBasis(basis, 'accountStatus'),
  )
}

const describeOrigin = (row: ShownAccount): string => {
  const creditor = findOriginalCreditor(row)
  return creditor === null ? '' : ` for ${creditor}`
}

const collectionsAnswer = ({ facts }: ReportData): Answer => {
  const rows = facts.accounts
    .map(account => findLatestRow(account, row => row.isCollection))
    .filter(row => row !== undefined)
  if (!facts.hasFile) return reportAnswer('No bureau shared a file, so nothing can be said of collections.')
  if (rows.length === 0) return reportAnswer('No collection account is listed in your report.')
  return reportAnswer(
    listText(
      `${count(rows.length, 'collection account')} ${rows.length === 1 ? 'is' : 'are'} listed.${describeRepeated(facts.repeated.filter(({ rows: all }) => all.some(row => row.isCollection)))}`,
      rows.map(
        row =>
          `${accountName(row, facts)}${describeOrigin(row)}: ${
            row.currentBalance === null ? 'no balance reported' : showMoney(row.currentBalance)
          }.`,
      ),
    ),
    rows.map(row => citeAccount(row, 'currentBalance', facts)),
  )
}

const publicRecordsAnswer = ({ facts }: ReportData): Answer => {
  if (!facts.hasFile)
    return reportAnswer('No bureau shared a file, so nothing can be said of public records.')
  if (facts.records.length === 0)
    return reportAnswer('No bankruptcy and no other public record is listed in your report.')
  return reportAnswer(
    listText(
      `${count(facts.records.length, 'public record')} ${facts.records.length === 1 ? 'is' : 'are'} listed.`,
      facts.records.map(recordBasis).map(({ label, value }) => `${label}: ${value}.`),
    ),
    facts.records.map(citePublicRecord),
  )
}

export const negativeItemKinds = {
  past_due: {
    answer: pastDueAnswer,
    needs: ['accounts'],
    company: 'rows',
    suggestion: { english: 'Is anything past due now?', spanish: '¿Tengo cuentas vencidas?' },
  },
  late_payments: {
    answer: latePaymentsAnswer,
    needs: ['accounts', 'paymentHistory'],
    period: 'restricts',
    company: 'rows',
    says: ['when'],
    suggestion: { english: 'Which payments were late?', spanish: '¿Qué pagos tuve tarde?' },
  },
  collections: {
    answer: collectionsAnswer,
    needs: ['accounts'],
    period: 'newest',
    company: 'rows',
    suggestion: { english: 'Do I have any collections?', spanish: '¿Hay cuentas en cobranza?' },
  },
  public_records: {
    answer: publicRecordsAnswer,
    needs: ['publicRecords'],
    period: 'newest',
    says: ['when'],
    suggestion: { english: 'Are there any public records?', spanish: '¿Hay registros públicos?' },
  },
  derogatory: {
    answer: derogatoryAnswer,
    needs: ['accounts', 'publicRecords', 'paymentHistory'],
    period: 'newest',
    company: 'rows',
    suggestion: { english: 'Do I have derogatory marks?', spanish: '¿Tengo marcas negativas?' },
  },
} as const satisfies Record<string, ReportKindDefinition>
