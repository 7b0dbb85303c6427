import { showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { showMoney } from '#values/money.ts'
import type { Basis, ShownAccount } from '../contract.ts'
import type { Measured } from '../factor-bands.ts'
import { type Facts, latestWith, type ShownRecord } from '../facts.ts'
import { type Advice, basisOf, count, nameOf, statedBy } from '../wording.ts'

/** Each account that any shown bureau lists as derogatory, by the most recently reported row that does. */
export const derogatoryRows = (facts: Facts): ShownAccount[] =>
  facts.accounts.map(account => latestWith(account, row => row.isDerogatory)).filter(row => row !== undefined)

/** The advice on one derogatory account: to check it, and to dispute it only if it is wrong. */
export const aboutAccount = (row: ShownAccount, facts: Facts): Advice => ({
  title: `Check ${nameOf(row, facts)}`,
  recommendation: `Check that ${nameOf(row, facts)} is yours and that the amount is right. If it is wrong, start a dispute.`,
  explanation: `${statedBy(row)} lists it as ${row.isCollection ? 'a collection account' : 'derogatory'}${
    row.currentBalance === null ? '' : ` with a balance of ${showMoney(row.currentBalance)}`
  }.`,
})

/** A public record in words, with the day on which it was filed where that is known. */
export const recordName = (record: ShownRecord): string =>
  record.filed === null ? record.type : `${record.type} filed ${showDate(record.filed)}`

/** A derogatory account as a row behind a number. */
export const markBasis = (row: ShownAccount, facts: Facts): Basis =>
  basisOf(
    row,
    facts,
    [
      row.isCollection ? 'Collection account' : 'Derogatory',
      row.currentBalance === null ? null : showMoney(row.currentBalance),
    ]
      .filter(part => part !== null)
      .join(', '),
  )

/** A public record as a row behind a number. */
export const recordBasis = (record: ShownRecord): Basis => ({
  label: recordName(record),
  value: record.disposition ?? 'Public record',
  recordId: record.id,
  bureau: record.bureau,
})

const aboutRecord = (record: ShownRecord): Advice => ({
  title: `Check the public record at ${record.bureau}`,
  recommendation: `Check the ${recordName(record)}. If it is not yours or a detail is wrong, you can dispute it with ${record.bureau}.`,
  explanation:
    'A public record comes from a court or another public office. Bureaus list bankruptcies, and older reports other records too.',
})

const openedWords = (row: ShownAccount): string =>
  row.dateOpened === null ? '' : `, opened ${showDate(row.dateOpened)}`

const parts = (rows: readonly ShownAccount[], records: readonly ShownRecord[]): string[] => {
  const collections = rows.filter(row => row.isCollection).length
  return [
    ...(collections > 0 ? [count(collections, 'collection account')] : []),
    ...(rows.length > collections ? [count(rows.length - collections, 'other account')] : []),
    ...(records.length > 0 ? [count(records.length, 'public record')] : []),
  ]
}

const meaning = 'Derogatory marks are collections, charge-offs, repossessions, bankruptcies and the like.'

/** Accounts listed as derogatory, each matched account once, and public records (decisions section 5). */
export const derogatoryMarks = (facts: Facts): Measured | null => {
  if (!facts.hasFile) return null
  const rows = derogatoryRows(facts)
  const marks = rows.length + facts.records.length
  const named = [
    ...rows.map(row => `${nameOf(row, facts)}${openedWords(row)}`),
    ...facts.records.map(recordName),
  ]
  const listed = `${showList(parts(rows, facts.records))}: ${named.slice(0, 3).join('; ')}${named.length > 3 ? ' and others' : ''}.`
  return {
    id: 'derogatory_marks',
    measure: marks,
    value: String(marks),
    description: `${marks === 0 ? 'None are listed.' : listed} ${meaning}`,
    alerts: [...rows.map(row => aboutAccount(row, facts)), ...facts.records.map(aboutRecord)].slice(0, 5),
    basis: [...rows.map(row => markBasis(row, facts)), ...facts.records.map(recordBasis)],
  }
}
