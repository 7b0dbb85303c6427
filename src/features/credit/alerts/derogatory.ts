import { isCollectors, isSevere } from '#features/findings/row-facts.ts'
import { type PartialDate, showDate } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import type { MainAlert, ShownAccount } from '../contract.ts'
import {
  aboutAccount,
  derogatoryRows,
  markBasis,
  recordBasis,
  recordName,
} from '../factors/derogatory-marks.ts'
import { behindNow, catchUp } from '../factors/payment-history.ts'
import { type Facts, isSomebodyElses, isWithin, type ShownRecord } from '../facts.ts'
import { basisOf, count, nameOf, statedBy } from '../wording.ts'

/** New is what began within the window of the score history, six months (specification section 9). */
const newMonths = 6

/**
 * When a mark began, as far as the row shows: the day a collector opened it, else the first month of charge-off
 * or worse that follows a month of something better; null when the months begin with it or there are none.
 */
const beganOn = (row: ShownAccount): PartialDate | null => {
  if (isCollectors(row)) return row.dateOpened
  const first = row.paymentHistory.findIndex(month => isSevere(month.status))
  return first > 0 ? (row.paymentHistory[first]?.date ?? null) : null
}

const aboutRow = (row: ShownAccount, facts: Facts, since: PartialDate | null): MainAlert => {
  const { recommendation, explanation } = aboutAccount(row, facts)
  return {
    kind: 'derogatory',
    title: `A ${since === null ? '' : 'new '}${row.isCollection ? 'collection account' : 'derogatory mark'} is on your report`,
    recommendation,
    explanation:
      since === null
        ? explanation
        : `${explanation.slice(0, -1)}, ${isCollectors(row) ? 'opened' : 'since'} ${showDate(since)}.`,
    basis: [markBasis(row, facts)],
  }
}

const aboutRecord = (record: ShownRecord, isNew: boolean): MainAlert => ({
  kind: 'derogatory',
  title: `A ${isNew ? 'new ' : ''}public record is on your report`,
  recommendation: `Check the ${recordName(record)}. If it is not yours, you can dispute it with ${record.bureau}.`,
  explanation: `${record.bureau} lists it. A public record comes from a court or another public office.`,
  basis: [recordBasis(record)],
})

/** A derogatory mark or public record that is new in this report. */
export const newDerogatory = (facts: Facts): MainAlert | null => {
  const { asOf } = facts
  if (asOf === null) return null
  const row = derogatoryRows(facts).find(mark => isWithin(beganOn(mark), newMonths, asOf))
  if (row !== undefined) return aboutRow(row, facts, beganOn(row))
  const record = facts.records.find(({ filed }) => isWithin(filed, newMonths, asOf))
  return record === undefined ? null : aboutRecord(record, true)
}

/** An open account that is late now: the one thing on a report that gets worse by waiting. */
export const lateNow = (facts: Facts): MainAlert | null => {
  const [row, ...others] = behindNow(facts)
  if (row === undefined) return null
  const name = nameOf(row, facts)
  return {
    kind: 'derogatory',
    title: `${name} is behind`,
    recommendation: `${catchUp(row, facts)} If it ${isSomebodyElses(facts, row) ? '' : 'is not yours or '}was paid on time, start a dispute.`,
    explanation: `${statedBy(row)} shows it as ${row.paymentStatus.toLowerCase()}${
      row.amountPastDue === null ? '' : ` with ${showMoney(row.amountPastDue)} past due`
    }.${others.length > 0 ? ` ${count(others.length, 'other open account')} ${others.length === 1 ? 'is' : 'are'} late too.` : ''}`,
    basis: [row, ...others].map(each => basisOf(each, facts, each.paymentStatus)),
  }
}

/** Marks that are listed, though not new: with them nobody may be told that all is good. */
export const listedDerogatory = (facts: Facts): MainAlert | null => {
  const [row] = derogatoryRows(facts)
  if (row !== undefined) return aboutRow(row, facts, null)
  const [record] = facts.records
  return record === undefined ? null : aboutRecord(record, false)
}
