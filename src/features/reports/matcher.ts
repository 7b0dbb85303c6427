import { fullAccountNumber, isSameNumber } from './account-number.ts'
import { buildBlockingIndex } from './blocking-index.ts'
import type { Account, Inquiry, PublicRecord, Report } from './canonical.ts'
import { compareCreditors, creditorBlockingKeys, creditorKey } from './creditor.ts'
import {
  isSameByFullNumber,
  isSameOpening,
  isSameWithNewOpening,
  type PreparedRow,
  prepareRow,
} from './evidence.ts'
import { chooseDisplayName, groupById, isOneAccount } from './grouping.ts'
import { selectContinued } from './parts.ts'

/** Matches the accounts of a report to those of the person's previous report. */

/**
 * One way to recognize a bureau's row: only rows with a common key are compared, and matching rows always
 * have one.
 */
type Rule = {
  keysOf: (one: PreparedRow) => readonly string[]
  agrees: (now: PreparedRow, before: PreparedRow) => boolean
  /** The key alone decides; nothing is compared. */
  isExact?: true
}

const isOneCreditor = (a: PreparedRow, b: PreparedRow): boolean =>
  compareCreditors(a.creditor, b.creditor) !== 'different'

const isSameToTheLetter = (a: PreparedRow, b: PreparedRow): boolean =>
  a.row.accountNumber === b.row.accountNumber && a.row.dateOpened === b.row.dateOpened && isOneCreditor(a, b)

/** The loan amount distinguishes twin loans. */
const amountOf = ({ row }: PreparedRow) => row.originalAmount ?? row.highBalance

const literalKeyOf = ({ row }: PreparedRow): string => `${row.bureau} ${row.accountNumber} ${row.dateOpened}`

const creditorKeysOf = ({ row, creditor }: PreparedRow): string[] =>
  creditorBlockingKeys(creditor).map(letters => `${row.bureau} ${letters}`)

const isOneNumber = (a: PreparedRow, b: PreparedRow): boolean =>
  isSameNumber(a.row.accountNumber, b.row.accountNumber) && isOneCreditor(a, b)

const isOneOpening = (a: PreparedRow, b: PreparedRow): boolean =>
  isSameOpening(a.row.dateOpened, b.row.dateOpened)

const creditorKeyOf = ({ creditor }: PreparedRow): string => creditor.map(part => part.key).join('')

/**
 * Rules to recognize the same row of the same bureau, from the most certain to still certain; each rule runs on the
 * rows that are still unmatched.
 */
const rules: readonly Rule[] = [
  {
    keysOf: one => [`${literalKeyOf(one)} ${amountOf(one)}`],
    isExact: true,
    agrees: (now, before) =>
      amountOf(now) !== null && amountOf(now) === amountOf(before) && isSameToTheLetter(now, before),
  },
  {
    keysOf: one => [literalKeyOf(one)],
    isExact: true,
    agrees: (now, before) => now.row.accountNumber !== null && isSameToTheLetter(now, before),
  },
  {
    keysOf: ({ row }) => {
      const number = fullAccountNumber(row.accountNumber)
      return number === null ? [] : [`${row.bureau} ${number}`]
    },
    isExact: true,
    agrees: isSameByFullNumber,
  },
  {
    keysOf: creditorKeysOf,
    agrees: (now, before) =>
      now.row.accountType === before.row.accountType && isOneOpening(now, before) && isOneNumber(now, before),
  },
  {
    keysOf: creditorKeysOf,
    agrees: (now, before) =>
      (now.row.dateOpened === null || before.row.dateOpened === null || isOneOpening(now, before)) &&
      isOneNumber(now, before),
  },
  {
    keysOf: ({ row }) => (row.accountNumber === null ? [] : [`${row.bureau} ${row.accountNumber}`]),
    isExact: true,
    agrees: isSameWithNewOpening,
  },
  {
    keysOf: one => (one.row.accountNumber === null ? [`${one.row.bureau} ${creditorKeyOf(one)}`] : []),
    agrees: (now, before) =>
      now.row.accountNumber === null &&
      before.row.accountNumber === null &&
      now.row.accountType === before.row.accountType &&
      isOneOpening(now, before) &&
      creditorKeyOf(now) === creditorKeyOf(before),
  },
  {
    keysOf: one => (one.row.sourceRowId === null ? [] : [`${literalKeyOf(one)} ${one.row.sourceRowId}`]),
    isExact: true,
    agrees: (now, before) =>
      now.row.sourceRowId !== null &&
      now.row.sourceRowId === before.row.sourceRowId &&
      isSameToTheLetter(now, before),
  },
]

/** More similar accounts than anyone has at one bureau. */
const maxAlike = 40

/** Far more accounts than anyone has: above this only rules without comparisons run. */
const mostSearched = 3000

type Group = { rows: Account[]; compared: readonly PreparedRow[] }

const groupOf = (rows: Account[]): Group => ({ rows, compared: rows.map(prepareRow) })

/** Assigns each group the id of the one previous group it matches; a group that matches two gets none. */
const matchFormerIds = (
  groups: readonly Account[][],
  former: readonly Account[][],
): ReadonlyMap<Account[], string> => {
  const found = new Map<Account[], string>()
  let now = groups.map(groupOf)
  let before = former.map(groupOf)
  const isSearched = groups.length <= mostSearched && former.length <= mostSearched
  for (const { keysOf, agrees } of rules.filter(({ isExact }) => isExact || isSearched)) {
    const keysOfGroup = (group: Group) => group.compared.flatMap(keysOf)
    const near = {
      now: buildBlockingIndex(now, keysOfGroup, maxAlike),
      before: buildBlockingIndex(before, keysOfGroup, maxAlike),
    }
    const matches = (group: Group, old: Group) =>
      group.compared.some(one =>
        old.compared.some(other => other.row.bureau === one.row.bureau && agrees(one, other)),
      )
    const taken = new Set<Group>()
    for (const group of now) {
      const candidates = near.before(keysOfGroup(group)).filter(old => !taken.has(old) && matches(group, old))
      const [old] = candidates
      const id = old?.rows[0]?.id
      if (old === undefined || id === undefined || candidates.length > 1) continue
      const rivals = near.now(keysOfGroup(old)).filter(other => matches(other, old))
      if (rivals.length > 1) continue
      found.set(group.rows, id)
      taken.add(old)
    }
    now = now.filter(group => !found.has(group.rows))
    before = before.filter(old => !taken.has(old))
  }
  return found
}

/** Stable ids: the same account, inquiry or record keeps its id from one report of a person to the next. */

/** Whether the rows could be one account together with those that have its id now. */
const mayShareId = (group: readonly Account[], holders: readonly Account[]): boolean =>
  isOneAccount([...holders, ...group].map(prepareRow))

const identifyAccounts = (
  rows: readonly Account[],
  previous: readonly Account[],
  kept: readonly Account[],
  newId: () => string,
): Account[] => {
  const groups = groupById(rows)
  const keptIds = new Set(kept.map(({ id }) => id))
  const holdsId = (group: readonly Account[]) => group.some(({ id }) => keptIds.has(id))
  const holders = Map.groupBy(groups.filter(holdsId).flat(), ({ id }) => id)
  const known = matchFormerIds(
    groups.filter(group => !holdsId(group)),
    groupById(previous),
  )
  const lastingId = (group: Account[]): string => {
    const [first] = group
    if (first !== undefined && holdsId(group)) return first.id
    const former = known.get(group)
    return former !== undefined && mayShareId(group, holders.get(former) ?? []) ? former : newId()
  }
  const identified = new Map(
    groups.flatMap(group => {
      const id = lastingId(group)
      return group.map(row => [row, { ...row, id }] as const)
    }),
  )
  return withDisplayNames(rows.map(row => identified.get(row) ?? row))
}

/** Rows with one display name for each account. */
export const withDisplayNames = (rows: readonly Account[]): Account[] => {
  const names = new Map(groupById(rows).map(group => [group[0]?.id, chooseDisplayName(group)]))
  return rows.map(row => ({ ...row, creditorName: names.get(row.id) ?? row.creditorName }))
}

/** Assigns each item the id of a previous item with the same key, using each previous id once. */
const identifyBy = <T extends { id: string }>(
  items: readonly T[],
  previous: readonly T[],
  kept: readonly T[],
  keyOf: (item: T) => string,
  newId: () => string,
): T[] => {
  const keptIds = new Set(kept.map(({ id }) => id))
  const former = new Map<string, string[]>()
  for (const item of previous) {
    const ids = former.get(keyOf(item))
    if (ids) ids.push(item.id)
    else former.set(keyOf(item), [item.id])
  }
  return items.map(item =>
    keptIds.has(item.id) ? item : { ...item, id: former.get(keyOf(item))?.shift() ?? newId() },
  )
}

const inquiryKey = ({ bureau, company, date }: Inquiry): string =>
  `${bureau} ${creditorKey(company)} ${date ?? ''}`

const recordKey = ({ bureau, type, filed, caseNumber }: PublicRecord): string =>
  `${bureau} ${type.toUpperCase()} ${caseNumber ?? filed ?? ''}`

/**
 * Replaces the document-local ids of a new report with stable ones. Rows with the same local id stay one
 * account and get one display name. Items matched in the previous report of the same subject and source keep
 * their id; the rest get `newId()`. The rows of `kept`, the parts that stay from a stored report, are first in
 * the report and keep theirs.
 */
export const assignLastingIds = (
  report: Report,
  previous: Report | null,
  newId: () => string,
  kept: Report | null = null,
): Report => {
  const former = previous === null ? null : selectContinued(report, previous)
  return {
    ...report,
    accounts: identifyAccounts(report.accounts, former?.accounts ?? [], kept?.accounts ?? [], newId),
    inquiries: identifyBy(
      report.inquiries,
      former?.inquiries ?? [],
      kept?.inquiries ?? [],
      inquiryKey,
      newId,
    ),
    publicRecords: identifyBy(
      report.publicRecords,
      former?.publicRecords ?? [],
      kept?.publicRecords ?? [],
      recordKey,
      newId,
    ),
  }
}
