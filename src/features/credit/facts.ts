import { groupApplications } from '#features/findings/applications.ts'
import { isBefore } from '#features/findings/partial-dates.ts'
import type { FullReport, ShownAccount, ShownPart } from '#features/reports/contract.ts'
import { entryKey } from '#features/reports/listed-twice.ts'
import { groupCases } from '#features/reports/public-records.ts'
import { isAuthorizedUserRow } from '#features/reports/row-ownership.ts'
import type { Bureau } from '#values/bureau.ts'
import { addMonths, type PartialDate } from '#values/dates.ts'
import { centsOf } from '#values/money.ts'
import { compareNewestFirst } from './account-comparison.ts'

export type ShownInquiry = FullReport['creditInquiries'][number]

/** One inquiry for each application, newest first. */
const distinctApplications = (inquiries: readonly ShownInquiry[]): ShownInquiry[] =>
  groupApplications(inquiries).map(({ rows: [first] }) => first)

/** One account with the rows of the visible bureaus, most recently reported first. */
export type MatchedAccount = { id: string; latest: ShownAccount; rows: readonly ShownAccount[] }

export type ShownRecord = FullReport['publicRecords'][number]

/** The input of factors and alerts: only what the plan shows, each item once. */
export type CreditFacts = {
  accounts: readonly MatchedAccount[]
  /** What bureaus list again of these accounts; counted nowhere. */
  repeated: readonly MatchedAccount[]
  /** How many accounts each creditor has. */
  accountsPerCreditor: ReadonlyMap<string, number>
  /** Each once, even if several bureaus list it. */
  records: readonly ShownRecord[]
  /** Not soft, one for each application, newest first. */
  inquiries: readonly ShownInquiry[]
  /** The bureaus whose document shows every inquiry, and those whose document may lack some. */
  inquiryFiles: { whole: readonly Bureau[]; partial: readonly Bureau[] }
  /** The report's date, else the newest date on which an account was reported. */
  asOf: PartialDate | null
  /** The date from which "new" and "recent" are counted back: `asOf`, or today if the report is old. */
  now: PartialDate | null
  isOld: boolean
  /** Whether any visible bureau sent a file; without one, an empty list proves nothing. */
  hasFile: boolean
}

/**
 * Groups rows by id. If bureaus differ, the most recently reported row represents the account; on the same date
 * TransUnion, then Experian, then Equifax.
 */
const groupAccounts = (accounts: readonly ShownAccount[]): MatchedAccount[] => {
  return [...Map.groupBy(accounts, account => account.id)].flatMap(([id, group]) => {
    const rows = group.toSorted(compareNewestFirst)
    const [latest] = rows
    return latest === undefined ? [] : [{ id, latest, rows }]
  })
}

export const findLatestRow = (
  account: MatchedAccount,
  reports: (row: ShownAccount) => boolean,
): ShownAccount | undefined => account.rows.find(reports)

/** The limit in cents, from the most recently reported row with a limit above zero; zero means that none is reported. */
export const findLimit = (account: MatchedAccount): number | null => {
  const row = findLatestRow(account, ({ creditLimit }) => (centsOf(creditLimit) ?? 0) > 0)
  return centsOf(row?.creditLimit ?? null)
}

export type AccountOpening = { row: ShownAccount; date: PartialDate }

/**
 * By the most recently reported row with a date. A date certainly after `asOf` is wrong, so another bureau's
 * is used.
 */
export const findOpening = ({ rows }: MatchedAccount, asOf: PartialDate): AccountOpening | null => {
  for (const row of rows)
    if (row.dateOpened !== null && !isBefore(asOf, row.dateOpened)) return { row, date: row.dateOpened }
  return null
}

/** Counted or listed again: for an account that a finding, dispute or plan names by its id. */
export const listedAccounts = ({ accounts, repeated }: CreditFacts): MatchedAccount[] => [
  ...accounts,
  ...repeated,
]

/**
 * Any visible bureau lists the user as an authorized user (Metro 2 ECOA code 3), who must not be told to pay.
 */
export const isAuthorizedUserAccount = (facts: CreditFacts, { id }: ShownAccount): boolean =>
  listedAccounts(facts).some(account => account.id === id && account.rows.some(isAuthorizedUserRow))

/** By the bureau's own open/closed field, otherwise by status. A collection is not an open account. */
export const isOpenRow = (
  row: Pick<ShownAccount, 'isCollection' | 'openClosed' | 'accountStatus'>,
): boolean => !row.isCollection && (row.openClosed ?? row.accountStatus) === 'Open'

export const isOpenAccount = ({ latest }: MatchedAccount): boolean => isOpenRow(latest)

export const isOpenCard = (account: MatchedAccount): boolean =>
  isOpenAccount(account) && account.latest.accountType === 'Revolving'

/** Each account once, and those whose every row repeats a row of another one: a bureau lists them twice. */
export const listAccounts = (
  rows: readonly ShownAccount[],
): { accounts: MatchedAccount[]; repeated: MatchedAccount[] } => {
  const grouped = groupAccounts(rows)
  const listed = new Set<string>()
  const repeated = new Set<MatchedAccount>()
  // The entry that most bureaus list first: the order of rows must not decide what repeats what.
  for (const account of grouped.toSorted((one, other) => other.rows.length - one.rows.length)) {
    const keys = account.rows.map(entryKey)
    if (keys.every(key => key !== null && listed.has(key))) repeated.add(account)
    for (const key of keys) if (key !== null) listed.add(key)
  }
  return {
    accounts: grouped.filter(account => !repeated.has(account)),
    repeated: grouped.filter(account => repeated.has(account)),
  }
}

/** Parts without a gap whose bureau sent a file show all its inquiries. */
const splitInquiryFiles = (
  { fileStatuses }: FullReport,
  parts: readonly FilePart[],
): CreditFacts['inquiryFiles'] => {
  const silent = fileStatuses.filter(({ status }) => status !== 'hit' && status !== 'thin')
  const mayLack = ({ lacks }: FilePart) => lacks.includes('inquiries')
  return {
    whole: parts
      .filter(part => !mayLack(part) && silent.every(({ bureau }) => bureau !== part.bureau))
      .map(({ bureau }) => bureau),
    partial: parts.filter(mayLack).map(({ bureau }) => bureau),
  }
}

type FilePart = Pick<ShownPart, 'bureau' | 'lacks'>

export const collectFacts = (
  report: FullReport,
  reportDate: PartialDate | null,
  /** `oldOn` is set if every part of the report is old. */
  { parts = [], oldOn = null }: { parts?: readonly FilePart[]; oldOn?: string | null } = {},
): CreditFacts => {
  const lastReported = report.accountInformation
    .map(account => account.lastReported)
    .filter(date => date !== null)
  const asOf = reportDate ?? lastReported.toSorted().at(-1) ?? null
  const { accounts, repeated } = listAccounts(report.accountInformation)
  const names = Map.groupBy(accounts, account => account.latest.creditorName)
  return {
    accounts,
    repeated,
    accountsPerCreditor: new Map([...names].map(([name, same]) => [name, same.length])),
    records: groupCases(report.publicRecords).map(([first]) => first),
    inquiries: distinctApplications(report.creditInquiries),
    inquiryFiles: splitInquiryFiles(report, parts),
    asOf,
    now: asOf === null ? null : (oldOn ?? asOf),
    isOld: asOf !== null && oldOn !== null,
    hasFile:
      report.fileStatuses.some(file => file.status === 'hit' || file.status === 'thin') ||
      report.creditScores.length + report.accountInformation.length > 0 ||
      report.publicRecords.length + report.creditInquiries.length > 0,
  }
}

/** Compares only as precisely as both dates are known. */
export const isWithinMonths = (date: PartialDate | null, months: number, asOf: PartialDate): boolean => {
  if (date === null) return false
  const end = asOf.length === 4 ? `${asOf}-12` : asOf
  const from = `${addMonths(end.slice(0, 7), -months)}${end.slice(7)}`
  const length = Math.min(date.length, end.length)
  const day = date.slice(0, length)
  return day >= from.slice(0, length) && day <= end.slice(0, length)
}
