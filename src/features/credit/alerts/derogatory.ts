import { isCollectorAccount, isSevere } from '#features/findings/account-facts.ts'
import { type PartialDate, showDate } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import type { MainAlert, ShownAccount } from '../contract.ts'
import {
  derogatoryAdvice,
  derogatoryBasis,
  derogatoryRows,
  describeRecord,
  recordBasis,
} from '../factors/derogatory-marks.ts'
import { catchUpAdvice, lateAccounts } from '../factors/payment-history.ts'
import { type CreditFacts, isAuthorizedUserAccount, isWithinMonths, type ShownRecord } from '../facts.ts'
import { accountBasis, accountName, count, rowSource } from '../wording.ts'

/** New is what began within the window of the score history, six months (specification section 9). */
const newMonths = 6

/**
 * When a mark began, as far as the row shows: the day a collector opened it, else the first month of charge-off
 * or worse that follows a month of something better; null when the months begin with it or there are none.
 */
const beganOn = (row: ShownAccount): PartialDate | null => {
  if (isCollectorAccount(row)) return row.dateOpened
  const first = row.paymentHistory.findIndex(month => isSevere(month.status))
  return first > 0 ? (row.paymentHistory[first]?.date ?? null) : null
}

const aboutRow = (row: ShownAccount, facts: CreditFacts, since: PartialDate | null): MainAlert => {
  const { recommendation, explanation } = derogatoryAdvice(row, facts)
  return {
    kind: 'derogatory',
    title: `A ${since === null ? '' : 'new '}${row.isCollection ? 'collection account' : 'derogatory mark'} is on your report`,
    recommendation,
    explanation:
      since === null
        ? explanation
        : `${explanation.slice(0, -1)}, ${isCollectorAccount(row) ? 'opened' : 'since'} ${showDate(since)}.`,
    basis: [derogatoryBasis(row, facts)],
  }
}

const aboutRecord = (record: ShownRecord, isNew: boolean): MainAlert => ({
  kind: 'derogatory',
  title: `A ${isNew ? 'new ' : ''}public record is on your report`,
  recommendation: `Check the ${describeRecord(record)}. If it is not yours, you can dispute it with ${record.bureau}.`,
  explanation: `${record.bureau} lists it. A public record comes from a court or another public office.`,
  basis: [recordBasis(record)],
})

/** A derogatory mark or public record that is new in this report. */
export const newDerogatoryAlert = (facts: CreditFacts): MainAlert | null => {
  const { asOf } = facts
  if (asOf === null) return null
  const row = derogatoryRows(facts).find(mark => isWithinMonths(beganOn(mark), newMonths, asOf))
  if (row !== undefined) return aboutRow(row, facts, beganOn(row))
  const record = facts.records.find(({ filed }) => isWithinMonths(filed, newMonths, asOf))
  return record === undefined ? null : aboutRecord(record, true)
}

/** An open account that is late now: the one thing on a report that gets worse by waiting. */
export const lateAccountAlert = (facts: CreditFacts): MainAlert | null => {
  const [row, ...others] = lateAccounts(facts)
  if (row === undefined) return null
  const name = accountName(row, facts)
  return {
    kind: 'derogatory',
    title: `${name} is behind`,
    recommendation: `${catchUpAdvice(row, facts)} If it ${isAuthorizedUserAccount(facts, row) ? '' : 'is not yours or '}was paid on time, start a dispute.`,
    explanation: `${rowSource(row)} shows it as ${row.paymentStatus.toLowerCase()}${
      row.amountPastDue === null ? '' : ` with ${showMoney(row.amountPastDue)} past due`
    }.${others.length > 0 ? ` ${count(others.length, 'other open account')} ${others.length === 1 ? 'is' : 'are'} late too.` : ''}`,
    basis: [row, ...others].map(each => accountBasis(each, facts, each.paymentStatus)),
  }
}

/** Marks that are listed, though not new: with them nobody may be told that all is good. */
export const listedDerogatoryAlert = (facts: CreditFacts): MainAlert | null => {
  const [row] = derogatoryRows(facts)
  if (row !== undefined) return aboutRow(row, facts, null)
  const [record] = facts.records
  return record === undefined ? null : aboutRecord(record, false)
}
