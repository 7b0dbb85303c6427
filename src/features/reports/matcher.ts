import type { Account, Inquiry, PublicRecord, Report } from './canonical.ts'
import { displayNameOf, groupsOf } from './grouping.ts'
import { creditorKey, isSameAccount, isSameCreditor, isSameNumber, isSameOpening } from './same-account.ts'
import { continuesHistory } from './same-subject.ts'

/** Ids that last: the same account, inquiry or record keeps its id from one report of a person to the next. */

type Test = (now: Account, before: Account) => boolean

const isSameToTheLetter: Test = (now, before) =>
  now.accountNumber === before.accountNumber &&
  now.dateOpened === before.dateOpened &&
  isSameCreditor(now.creditorNameReported, before.creditorNameReported)

/** The amount of a loan, which tells twin loans apart. */
const amountOf = (row: Account) => row.originalAmount ?? row.highBalance

/** The same row of the same bureau, from certain to still beyond doubt; each test is tried on what is left. */
const tests: readonly Test[] = [
  (now, before) =>
    isSameToTheLetter(now, before) && amountOf(now) !== null && amountOf(now) === amountOf(before),
  (now, before) => now.accountNumber !== null && isSameToTheLetter(now, before),
  isSameAccount,
  (now, before) =>
    isSameNumber(now.accountNumber, before.accountNumber) &&
    isSameCreditor(now.creditorNameReported, before.creditorNameReported) &&
    (now.dateOpened === null ||
      before.dateOpened === null ||
      isSameOpening(now.dateOpened, before.dateOpened)),
  (now, before) =>
    now.accountNumber === null &&
    before.accountNumber === null &&
    now.accountType === before.accountType &&
    isSameOpening(now.dateOpened, before.dateOpened) &&
    creditorKey(now.creditorNameReported) === creditorKey(before.creditorNameReported),
  (now, before) =>
    isSameToTheLetter(now, before) && now.sourceRowId !== null && now.sourceRowId === before.sourceRowId,
]

/** More accounts than any person has: beyond it matching would only cost time. */
const mostGroups = 1000

/** Gives each group the id of the one former group that it matches; a group that matches two gets none. */
const formerIds = (
  groups: readonly Account[][],
  former: readonly Account[][],
): ReadonlyMap<Account[], string> => {
  const found = new Map<Account[], string>()
  if (groups.length > mostGroups || former.length > mostGroups) return found
  const left = new Set(former)
  for (const test of tests) {
    const matches = (group: Account[], before: Account[]) =>
      group.some(now => before.some(one => one.bureau === now.bureau && test(now, one)))
    const open = groups.filter(group => !found.has(group))
    for (const group of open) {
      const candidates = [...left].filter(before => matches(group, before))
      const [before] = candidates
      const id = before?.[0]?.id
      if (before === undefined || id === undefined || candidates.length > 1) continue
      if (open.filter(other => matches(other, before)).length > 1) continue
      found.set(group, id)
      left.delete(before)
    }
  }
  return found
}

const identifyAccounts = (
  rows: readonly Account[],
  previous: readonly Account[],
  newId: () => string,
): Account[] => {
  const groups = groupsOf(rows)
  const known = formerIds(groups, groupsOf(previous))
  const identified = new Map(
    groups.flatMap(group => {
      const id = known.get(group) ?? newId()
      const creditorName = displayNameOf(group)
      return group.map(row => [row, { ...row, id, creditorName }] as const)
    }),
  )
  return rows.map(row => identified.get(row) ?? row)
}

/** Gives each item the id of a former item with the same key; of several with one key, each former id once. */
const identifyBy = <T extends { id: string }>(
  items: readonly T[],
  previous: readonly T[],
  keyOf: (item: T) => string,
  newId: () => string,
): T[] => {
  const former = new Map<string, string[]>()
  for (const item of previous) {
    const ids = former.get(keyOf(item))
    if (ids) ids.push(item.id)
    else former.set(keyOf(item), [item.id])
  }
  return items.map(item => ({ ...item, id: former.get(keyOf(item))?.shift() ?? newId() }))
}

const inquiryKey = ({ bureau, company, date }: Inquiry): string =>
  `${bureau} ${creditorKey(company)} ${date ?? ''}`

const recordKey = ({ bureau, type, filed, caseNumber }: PublicRecord): string =>
  `${bureau} ${type.toUpperCase()} ${caseNumber ?? filed ?? ''}`

/**
 * Replaces the document-local ids of a freshly read report by lasting ones. Rows with one local id stay one
 * account and get one display name. What the previous report of the same subject had keeps its id; the rest gets
 * `newId()`. Pure but for `newId`.
 */
export const identify = (report: Report, previous: Report | null, newId: () => string): Report => {
  const former = previous !== null && continuesHistory(report, previous) ? previous : null
  return {
    ...report,
    accounts: identifyAccounts(report.accounts, former?.accounts ?? [], newId),
    inquiries: identifyBy(report.inquiries, former?.inquiries ?? [], inquiryKey, newId),
    publicRecords: identifyBy(report.publicRecords, former?.publicRecords ?? [], recordKey, newId),
  }
}
