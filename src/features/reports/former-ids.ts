import { fullAccountNumber, isSameNumber } from './account-number.ts'
import type { Account } from './canonical.ts'
import { compareCreditors, creditorBlockingKeys } from './creditor.ts'
import {
  isSameByFullNumber,
  isSameOpening,
  isSameWithNewOpening,
  type PreparedRow,
  prepareRow,
} from './evidence.ts'
import { buildBlockingIndex } from './shelves.ts'

/** Which accounts of a report are accounts of an earlier report of the same person. */

/** One way to know a row of a bureau again: only rows that share a key are compared, and rows that agree share one. */
type Rule = {
  keysOf: (one: PreparedRow) => readonly string[]
  agrees: (now: PreparedRow, before: PreparedRow) => boolean
  /** Whose keys say it all: nothing is searched. */
  isExact?: true
}

const isOneCreditor = (a: PreparedRow, b: PreparedRow): boolean =>
  compareCreditors(a.creditor, b.creditor) !== 'different'

const isSameToTheLetter = (a: PreparedRow, b: PreparedRow): boolean =>
  a.row.accountNumber === b.row.accountNumber && a.row.dateOpened === b.row.dateOpened && isOneCreditor(a, b)

/** The amount of a loan, which tells twin loans apart. */
const amountOf = ({ row }: PreparedRow) => row.originalAmount ?? row.highBalance

const literalKeyOf = ({ row }: PreparedRow): string => `${row.bureau} ${row.accountNumber} ${row.dateOpened}`

const creditorKeysOf = ({ row, creditor }: PreparedRow): string[] =>
  creditorBlockingKeys(creditor).map(letters => `${row.bureau} ${letters}`)

const isOneNumber = (a: PreparedRow, b: PreparedRow): boolean =>
  isSameNumber(a.row.accountNumber, b.row.accountNumber) && isOneCreditor(a, b)

const isOneOpening = (a: PreparedRow, b: PreparedRow): boolean =>
  isSameOpening(a.row.dateOpened, b.row.dateOpened)

const creditorKeyOf = ({ creditor }: PreparedRow): string => creditor.map(part => part.key).join('')

/** The same row of the same bureau, from certain to still beyond doubt; each rule is tried on what is left. */
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

/** More accounts than anyone has alike, at one bureau. */
const mostAlike = 40

/** Far more accounts than anyone has: beyond it only rules that search nothing are tried. */
const mostSearched = 3000

type Group = { rows: Account[]; compared: readonly PreparedRow[] }

const groupOf = (rows: Account[]): Group => ({ rows, compared: rows.map(prepareRow) })

/** Gives each group the id of the one former group that it matches; a group that matches two gets none. */
export const matchFormerIds = (
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
      now: buildBlockingIndex(now, keysOfGroup, mostAlike),
      before: buildBlockingIndex(before, keysOfGroup, mostAlike),
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
