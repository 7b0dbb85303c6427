import type { Account } from './canonical.ts'
import {
  creditorKey,
  isSameAccount,
  isSameCreditor,
  isSameNumber,
  isSameOpening,
  shortestPrefix,
} from './same-account.ts'

/** Which accounts of a report are accounts of an earlier report of the same person. */

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
const mostGroups = 500

/** Every test asks for one creditor, and names of one creditor begin alike (`isSameCreditor`). */
const shelfOf = (row: Account) =>
  `${row.bureau} ${creditorKey(row.creditorNameReported).slice(0, shortestPrefix)}`

/** Groups by the shelves of their rows, so that only those are compared that could match. */
const shelved = (groups: readonly Account[][]): ((group: Account[]) => Account[][]) => {
  const shelves = new Map<string, Account[][]>()
  for (const group of groups) {
    for (const shelf of new Set(group.map(shelfOf))) {
      const onShelf = shelves.get(shelf)
      if (onShelf) onShelf.push(group)
      else shelves.set(shelf, [group])
    }
  }
  return group => [...new Set(group.flatMap(row => shelves.get(shelfOf(row)) ?? []))]
}

/** Gives each group the id of the one former group that it matches; a group that matches two gets none. */
export const formerIds = (
  groups: readonly Account[][],
  former: readonly Account[][],
): ReadonlyMap<Account[], string> => {
  const found = new Map<Account[], string>()
  if (groups.length > mostGroups || former.length > mostGroups) return found
  const left = new Set(former)
  const [formerNear, groupsNear] = [shelved(former), shelved(groups)]
  for (const test of tests) {
    const matches = (group: Account[], before: Account[]) =>
      group.some(now => before.some(one => one.bureau === now.bureau && test(now, one)))
    const open = new Set(groups.filter(group => !found.has(group)))
    for (const group of open) {
      const candidates = formerNear(group).filter(before => left.has(before) && matches(group, before))
      const [before] = candidates
      const id = before?.[0]?.id
      if (before === undefined || id === undefined || candidates.length > 1) continue
      const rivals = groupsNear(before).filter(other => open.has(other) && matches(other, before))
      if (rivals.length > 1) continue
      found.set(group, id)
      left.delete(before)
    }
  }
  return found
}
