import type { ShownAccount } from '#features/reports/contract.ts'
import { showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { showMoney } from '#values/money.ts'
import type { Basis, Recommendation } from '../contract.ts'
import type { FactorMeasurement } from '../factor-bands.ts'
import { type CreditFacts, findLatestRow, type MatchedAccount, type ShownRecord } from '../facts.ts'
import {
  accountBasis,
  accountName,
  count,
  describeRepeated,
  disputeAccount,
  openAccount,
  openRecord,
  rowSource,
} from '../wording.ts'

/** Accounts that any bureau lists as derogatory, each by its most recently reported row that does. */
export const derogatoryRows = (facts: CreditFacts): ShownAccount[] =>
  facts.accounts.map(derogatoryRow).filter(row => row !== undefined)

const derogatoryRow = (account: MatchedAccount): ShownAccount | undefined =>
  findLatestRow(account, row => row.isDerogatory)

/** Says which of them a bureau lists twice; empty if none. */
export const describeRepeatedMarks = ({ repeated }: CreditFacts): string =>
  describeRepeated(repeated.filter(account => derogatoryRow(account) !== undefined))

export const derogatoryAdvice = (row: ShownAccount, facts: CreditFacts): Recommendation => ({
  title: `Check ${accountName(row, facts)}`,
  recommendation: `Check that ${accountName(row, facts)} is yours and that the amount is right. If it is wrong, start a dispute.`,
  explanation: `${rowSource(row)} lists it as ${row.isCollection ? 'a collection account' : 'derogatory'}${
    row.currentBalance === null ? '' : ` with a balance of ${showMoney(row.currentBalance)}`
  }.`,
  acts: [...disputeAccount(row, facts, ({ isDerogatory }) => isDerogatory), openAccount(row, facts)],
})

export const describeRecord = (record: ShownRecord): string =>
  record.filed === null ? record.type : `${record.type} filed ${showDate(record.filed)}`

export const derogatoryBasis = (row: ShownAccount, facts: CreditFacts): Basis =>
  accountBasis(
    row,
    facts,
    [
      row.isCollection ? 'Collection account' : 'Derogatory',
      row.currentBalance === null ? null : showMoney(row.currentBalance),
      row.dateOpened === null ? null : `opened ${showDate(row.dateOpened)}`,
    ]
      .filter(part => part !== null)
      .join(', '),
  )

export const recordBasis = (record: ShownRecord): Basis => ({
  label: describeRecord(record),
  value: record.disposition ?? 'Public record',
  recordId: record.id,
  bureau: record.bureau,
})

const aboutRecord = (record: ShownRecord): Recommendation => ({
  title: `Check the public record at ${record.bureau}`,
  recommendation: `Check the ${describeRecord(record)}. If it is not yours or a detail is wrong, you can dispute it with ${record.bureau}.`,
  explanation:
    'A public record comes from a court or another public office. Bureaus list bankruptcies, and older reports other records too.',
  acts: [openRecord(record)],
})

const parts = (rows: readonly ShownAccount[], records: readonly ShownRecord[]): string[] => {
  const collections = rows.filter(row => row.isCollection).length
  return [
    ...(collections > 0 ? [count(collections, 'collection account')] : []),
    ...(rows.length > collections ? [count(rows.length - collections, 'other account')] : []),
    ...(records.length > 0 ? [count(records.length, 'public record')] : []),
  ]
}

const meaning = 'Derogatory marks include collections, charge-offs, repossessions and bankruptcies.'

/** Derogatory accounts, each once, and public records. */
export const measureDerogatoryMarks = (facts: CreditFacts): FactorMeasurement | null => {
  if (!facts.hasFile) return null
  const rows = derogatoryRows(facts)
  const marks = rows.length + facts.records.length
  return {
    id: 'derogatory_marks',
    measure: marks,
    value: String(marks),
    description: `${marks === 0 ? 'None are listed' : showList(parts(rows, facts.records))}.${describeRepeatedMarks(facts)} ${meaning}`,
    alerts: [...rows.map(row => derogatoryAdvice(row, facts)), ...facts.records.map(aboutRecord)].slice(0, 5),
    basis: [...rows.map(row => derogatoryBasis(row, facts)), ...facts.records.map(recordBasis)],
  }
}
