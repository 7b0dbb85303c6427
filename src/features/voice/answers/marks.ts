import type { ShownAccount } from '#features/credit/contract.ts'
import { derogatoryRows, markBasis, recordBasis } from '#features/credit/factors/derogatory-marks.ts'
import { behindNow, historyRows, lateMonths, monthsWords } from '#features/credit/factors/payment-history.ts'
import { latestWith } from '#features/credit/facts.ts'
import { count, nameOf } from '#features/credit/wording.ts'
import { notSaid } from '#features/reports/payment-status.ts'
import { centsOf, showMoney } from '#values/money.ts'
import { type Answer, type KnownReport, told } from '../answer.ts'
import { ofAccount, ofBasis, ofRecord } from '../citation.ts'

/** Months late or worse by account, of the row that the payment factor counts. */
export const latePaymentsAnswer = ({ facts }: KnownReport): Answer => {
  const rows = historyRows(facts)
  if (rows.length === 0) return told('Your report has no payment history, so it shows no late payments.')
  const late = rows.filter(row => lateMonths(row).length > 0)
  if (late.length === 0)
    return told(
      'No late payments are shown in your report.',
      rows.slice(0, 5).map(row => ofAccount(row, 'paymentHistory', facts)),
    )
  const months = late.reduce((sum, row) => sum + lateMonths(row).length, 0)
  return told(
    `${count(months, 'month')} of ${count(late.length, 'account')} ${months === 1 ? 'is' : 'are'} shown as late or worse. ${late
      .map(row => `${nameOf(row, facts)}: ${monthsWords(row)}.`)
      .join(' ')}`,
    late.map(row => ofAccount(row, 'paymentHistory', facts)),
  )
}

/** `late 60 days, $120.00 past due`: what of it the file says. */
const pastDueWords = ({ paymentStatus, amountPastDue }: ShownAccount): string =>
  [
    paymentStatus === notSaid ? null : paymentStatus.toLowerCase(),
    amountPastDue === null ? null : `${showMoney(amountPastDue)} past due`,
  ]
    .filter(part => part !== null)
    .join(', ')

/** What is late now, and what is reported as past due. */
export const pastDueAnswer = ({ facts }: KnownReport): Answer => {
  const behind = new Set(behindNow(facts))
  const rows = facts.accounts
    .map(({ latest }) => latest)
    .filter(row => behind.has(row) || (centsOf(row.amountPastDue) ?? 0) > 0)
  if (rows.length === 0) return told('No account is shown as late or past due now.')
  return told(
    `${count(rows.length, 'account')} ${rows.length === 1 ? 'is' : 'are'} shown as late or past due now. ${rows
      .map(row => `${nameOf(row, facts)}: ${pastDueWords(row)}.`)
      .join(' ')}`,
    rows.map(row => ofAccount(row, 'amountPastDue', facts)),
  )
}

/** Accounts listed as derogatory and public records, as the factor counts them. */
export const derogatoryAnswer = ({ facts }: KnownReport): Answer => {
  const basis = [
    ...derogatoryRows(facts).map(row => markBasis(row, facts)),
    ...facts.records.map(recordBasis),
  ]
  if (!facts.hasFile) return told('No bureau shared a file, so nothing can be said of derogatory marks.')
  if (basis.length === 0) return told('No derogatory marks are listed in your report.')
  return told(
    `${count(basis.length, 'derogatory mark')} ${basis.length === 1 ? 'is' : 'are'} listed. ${basis
      .map(({ label, value }) => `${label}: ${value}.`)
      .join(' ')}`,
    ofBasis(basis, 'accountStatus'),
  )
}

/** Accounts at collectors, each once. */
export const collectionsAnswer = ({ facts }: KnownReport): Answer => {
  const rows = facts.accounts
    .map(account => latestWith(account, row => row.isCollection))
    .filter(row => row !== undefined)
  if (!facts.hasFile) return told('No bureau shared a file, so nothing can be said of collections.')
  if (rows.length === 0) return told('No collection account is listed in your report.')
  return told(
    `${count(rows.length, 'collection account')} ${rows.length === 1 ? 'is' : 'are'} listed. ${rows
      .map(
        row =>
          `${nameOf(row, facts)}${row.originalCreditor === null ? '' : ` for ${row.originalCreditor}`}: ${
            row.currentBalance === null ? 'no balance reported' : showMoney(row.currentBalance)
          }.`,
      )
      .join(' ')}`,
    rows.map(row => ofAccount(row, 'currentBalance', facts)),
  )
}

/** Bankruptcies and other public records, each once. */
export const publicRecordsAnswer = ({ facts }: KnownReport): Answer => {
  if (!facts.hasFile) return told('No bureau shared a file, so nothing can be said of public records.')
  if (facts.records.length === 0)
    return told('No bankruptcy and no other public record is listed in your report.')
  return told(
    `${count(facts.records.length, 'public record')} ${facts.records.length === 1 ? 'is' : 'are'} listed. ${facts.records
      .map(recordBasis)
      .map(({ label, value }) => `${label}: ${value}.`)
      .join(' ')}`,
    facts.records.map(ofRecord),
  )
}
