import { isBefore } from '#features/findings/dates-apart.ts'
import { isAuthorizedUserRow } from '#features/reports/whose-row.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { addMonths, type PartialDate } from '#values/dates.ts'
import { distinctApplications, type ShownInquiry } from './applications.ts'
import type { FullReport, ShownAccount } from './contract.ts'
import { compareNewestFirst } from './newest-first.ts'

/** One real account with the rows of the shown bureaus, the most recently reported first. */
export type MatchedAccount = { id: string; latest: ShownAccount; rows: readonly ShownAccount[] }

export type ShownRecord = FullReport['publicRecords'][number]

/** What factors and alerts are computed from: only what the plan shows, each real thing once. */
export type CreditFacts = {
  accounts: readonly MatchedAccount[]
  /** How many of the accounts carry each creditor's name. */
  accountsPerCreditor: ReadonlyMap<string, number>
  /** Public records, each once though several bureaus list it. */
  records: readonly ShownRecord[]
  /** Inquiries that are not soft, each company and date once, newest first. */
  inquiries: readonly ShownInquiry[]
  /** The report's date, else the latest date at which an account was reported; null when neither is known. */
  asOf: PartialDate | null
  /** Whether any shown bureau gave a file. Without one, nothing listed does not mean nothing owed. */
  hasFile: boolean
}

/**
 * Accounts of one id as one. Where bureaus differ, the most recently reported row speaks for the account;
 * between rows of the same date, TransUnion, then Experian, then Equifax.
 */
export const groupAccounts = (accounts: readonly ShownAccount[]): MatchedAccount[] => {
  const byId = new Map<string, ShownAccount[]>()
  for (const account of accounts) {
    const group = byId.get(account.id)
    if (group) group.push(account)
    else byId.set(account.id, [account])
  }
  return [...byId].flatMap(([id, group]) => {
    const rows = group.toSorted(compareNewestFirst)
    const [latest] = rows
    return latest === undefined ? [] : [{ id, latest, rows }]
  })
}

/** The most recently reported row that reports what is asked for; undefined when none does. */
export const findLatestRow = (
  account: MatchedAccount,
  reports: (row: ShownAccount) => boolean,
): ShownAccount | undefined => account.rows.find(reports)

/** The row that tells when an account was opened, with that date. */
export type AccountOpening = { row: ShownAccount; date: PartialDate }

/**
 * When an account was opened, by the most recently reported row that gives a date. One that surely lies after `asOf` is wrong,
 * and another bureau's may be right; null when no row gives a date that can be.
 */
export const findOpening = ({ rows }: MatchedAccount, asOf: PartialDate): AccountOpening | null => {
  for (const row of rows)
    if (row.dateOpened !== null && !isBefore(asOf, row.dateOpened)) return { row, date: row.dateOpened }
  return null
}

/**
 * Whether any shown bureau calls a row's account somebody else's (Metro 2 ECOA code 3). Then nobody is told that it is hers to
 * pay, though another bureau does not say whose it is.
 */
export const isAuthorizedUserAccount = ({ accounts }: CreditFacts, { id }: ShownAccount): boolean =>
  accounts.some(account => account.id === id && account.rows.some(isAuthorizedUserRow))

/** Whether an account is open: as the bureau says, else by its status. A collection is no open line of credit. */
export const isOpenAccount = ({ latest }: MatchedAccount): boolean =>
  !latest.isCollection && (latest.openClosed ?? latest.accountStatus) === 'Open'

const lettersOf = (text: string | null): string => (text ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Rows of several bureaus about one record: the same case number, else the same type and filing date. */
const recordsOnce = (records: readonly ShownRecord[]): ShownRecord[] => {
  const listed = new Map<string, number>()
  const nthOf = (key: string): number => {
    const nth = (listed.get(key) ?? 0) + 1
    listed.set(key, nth)
    return nth
  }
  const keyOf = (record: ShownRecord): string => {
    const number = lettersOf(record.caseNumber)
    if (number !== '') return number
    const filing = `${lettersOf(record.type)} ${record.filed ?? record.id}`
    return `${filing} ${nthOf(`${record.bureau} ${filing}`)}`
  }
  const once = new Map<string, ShownRecord>()
  for (const record of records) {
    const key = keyOf(record)
    if (!once.has(key)) once.set(key, record)
  }
  return [...once.values()]
}

/** Gathers the facts of a shown report. */
export const collectFacts = (report: FullReport, reportDate: PartialDate | null): CreditFacts => {
  const lastReported = report.accountInformation
    .map(account => account.lastReported)
    .filter(date => date !== null)
  const accounts = groupAccounts(report.accountInformation)
  const names = Map.groupBy(accounts, account => account.latest.creditorName)
  return {
    accounts,
    accountsPerCreditor: new Map([...names].map(([name, same]) => [name, same.length])),
    records: recordsOnce(report.publicRecords),
    inquiries: distinctApplications(report.creditInquiries),
    asOf: reportDate ?? lastReported.toSorted().at(-1) ?? null,
    hasFile:
      report.fileStatuses.some(file => file.status === 'hit' || file.status === 'thin') ||
      report.creditScores.length + report.accountInformation.length > 0 ||
      report.publicRecords.length + report.creditInquiries.length > 0,
  }
}

/** Whether a date lies in the given months up to a day; compared only as exactly as both dates are known. */
export const isWithinMonths = (date: PartialDate | null, months: number, asOf: PartialDate): boolean => {
  if (date === null) return false
  const end = asOf.length === 4 ? `${asOf}-12` : asOf
  const from = `${addMonths(end.slice(0, 7), -months)}${end.slice(7)}`
  const length = Math.min(date.length, end.length)
  const day = date.slice(0, length)
  return day >= from.slice(0, length) && day <= end.slice(0, length)
}

/** The bureaus that list any of these rows, in order. */
export const distinctBureaus = (rows: readonly { bureau: Bureau }[]): Bureau[] =>
  sortBureaus(rows.map(row => row.bureau))
