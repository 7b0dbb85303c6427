import type { Bureau } from '#values/bureau.ts'
import { addMonths, monthOf } from '#values/dates.ts'
import type { Account } from './canonical.ts'
import { isCompatible, isSameAccount } from './same-account.ts'

/** Which rows of one document are the same account. */

/** Rows that belong together, by their id, in the order of the document. */
export const groupsOf = (rows: readonly Account[]): Account[][] => {
  const groups = new Map<string, Account[]>()
  for (const row of rows) {
    const group = groups.get(row.id)
    if (group) group.push(row)
    else groups.set(row.id, [row])
  }
  return [...groups.values()]
}

/**
 * A group never holds two rows of one bureau: the second starts a group of its own, under an id that no sender's
 * group can have (texts hold no line breaks). For formats that group rows.
 */
export const onePerBureau = (rows: readonly Account[]): Account[] => {
  const taken = new Map<string, number>()
  return rows.map(row => {
    const key = `${row.id}\n${row.bureau}`
    const before = taken.get(key) ?? 0
    taken.set(key, before + 1)
    return before === 0 ? row : { ...row, id: `${row.id}\n${before}` }
  })
}

/** Rows that could match at all: of one type, opened within two months; a row without a month matches none. */
const neighbours = (rows: readonly Account[]): ((row: Account) => readonly Account[]) => {
  const shelves = new Map<string, Account[]>()
  const shelfOf = (row: Account, month: string, step = 0) => `${row.accountType} ${addMonths(month, step)}`
  for (const row of rows) {
    const month = monthOf(row.dateOpened)
    if (month === null) continue
    const shelf = shelfOf(row, month)
    const onShelf = shelves.get(shelf)
    if (onShelf) onShelf.push(row)
    else shelves.set(shelf, [row])
  }
  return row => {
    const month = monthOf(row.dateOpened)
    const steps = month === null ? [] : [-2, -1, 0, 1, 2].map(step => shelfOf(row, month, step))
    return steps.flatMap(shelf => shelves.get(shelf) ?? [])
  }
}

type Partners = ReadonlyMap<Bureau, Account>

/** A row's one candidate at each other bureau; where there are two, none. */
const partnersOf = (row: Account, near: readonly Account[]): Partners => {
  const partners = new Map<Bureau, Account>()
  const ambiguous = new Set<Bureau>([row.bureau])
  for (const other of near) {
    if (ambiguous.has(other.bureau) || !isSameAccount(row, other)) continue
    if (partners.delete(other.bureau)) ambiguous.add(other.bureau)
    else partners.set(other.bureau, other)
  }
  return partners
}

/** More rows than any person has: beyond it matching would only cost time. */
const mostRows = 1000

/**
 * Puts the rows of per-bureau formats into groups by giving them one id. Rows that the format has grouped
 * already, and merged rows, keep their group. A row joins another bureau's only when each is the other's one
 * candidate there, and when the group it joins holds nothing that contradicts it.
 */
export const groupRows = (reported: readonly Account[]): Account[] => {
  const rows = onePerBureau(reported)
  const single = groupsOf(rows).flatMap(group =>
    group.length === 1 && group[0]?.valuesShared === false ? group : [],
  )
  if (single.length > mostRows) return rows

  const near = neighbours(single)
  const partners = new Map(single.map(row => [row.id, partnersOf(row, near(row))]))
  const groups = new Map(single.map(row => [row.id, [row]]))
  for (const row of single) {
    for (const other of partners.get(row.id)?.values() ?? []) {
      if (partners.get(other.id)?.get(row.bureau) !== row) continue
      const [mine, theirs] = [groups.get(row.id) ?? [row], groups.get(other.id) ?? [other]]
      if (mine === theirs) continue
      const isClear = mine.every(a => theirs.every(b => a.bureau !== b.bureau && isCompatible(a, b)))
      if (!isClear) continue
      const joined = [...mine, ...theirs]
      for (const member of joined) groups.set(member.id, joined)
    }
  }
  const idOf = new Map<Account[], string>()
  return rows.map(row => {
    const group = groups.get(row.id)
    if (group === undefined) return row
    if (!idOf.has(group)) idOf.set(group, row.id)
    return { ...row, id: idOf.get(group) ?? row.id }
  })
}

/**
 * One display name for a group: a name that another one merely continues is cut off and does not count; of the
 * rest the longest, at equal length TransUnion's (docs/report-model.md, "Accounts").
 */
export const displayNameOf = (group: readonly Account[]): string => {
  const names = group
    .toSorted((a, b) => Number(b.bureau === 'TransUnion') - Number(a.bureau === 'TransUnion'))
    .map(row => row.creditorNameReported)
  const isCut = (name: string) =>
    names.some(other => other.length > name.length && other.toUpperCase().startsWith(name.toUpperCase()))
  const whole = names.filter(name => !isCut(name))
  return whole.reduce((best, name) => (name.length > best.length ? name : best), whole[0] ?? '')
}
