import { type Bureau, bureaus } from '#values/bureau.ts'
import { addMonths, monthOf } from '#values/dates.ts'
import { fullAccountNumber } from './account-number.ts'
import { buildBlockingIndex } from './blocking-index.ts'
import type { Account } from './canonical.ts'
import { compareCreditors, creditorBlockingKeys } from './creditor.ts'
import { haveOtherOrigins, isSameByFullNumber, type PreparedRow, prepareRow, typeClass } from './evidence.ts'
import { comparePreparedRows } from './same-account.ts'

/** Decides which rows of a document are the same account. */

/** Rows of one account, by id, in document order. */
export const groupById = (rows: readonly Account[]): Account[][] => {
  const groups = new Map<string, Account[]>()
  for (const row of rows) {
    const group = groups.get(row.id)
    if (group) group.push(row)
    else groups.set(row.id, [row])
  }
  return [...groups.values()]
}

/**
 * Splits groups with two rows of one bureau: the second row starts a new group, under an id that no
 * sender can have used (texts contain no line breaks). For formats that group rows themselves.
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

/** More accounts than anyone opens with one creditor in one month at three bureaus. */
const maxAlike = 120

/**
 * Keys of possible matches: the full number, and the type, opening month and the creditor's first letters.
 */
const blockingKeys = ({ row, creditor }: PreparedRow, steps: readonly number[]): string[] => {
  const number = fullAccountNumber(row.accountNumber)
  const month = monthOf(row.dateOpened)
  return [
    ...(number === null ? [] : [`number ${number}`]),
    ...(month === null
      ? []
      : creditorBlockingKeys(creditor).flatMap(letters =>
          steps.map(step => `${typeClass(row)} ${letters} ${addMonths(month, step)}`),
        )),
  ]
}

/** Thirty-one days can reach the month after next: January 31 to March 2. */
const monthsAround = [-2, -1, 0, 1, 2]

/** The best candidate must be 128 times as likely as the second, otherwise the match is ambiguous. */
const clearBits = 7

type Candidate = { other: PreparedRow; bits: number; isSame: boolean }

/** Whether a row is the only one of its creditor and kind at its bureau; the index is built on first use. */
const findSole = (rows: readonly Account[]): ((one: PreparedRow) => boolean) => {
  const keysOf = ({ row, creditor }: PreparedRow) =>
    creditorBlockingKeys(creditor).map(letters => `${row.bureau} ${typeClass(row)} ${letters}`)
  let near: ((keys: readonly string[]) => PreparedRow[]) | null = null
  const known = new Map<PreparedRow, boolean>()
  return one => {
    near ??= buildBlockingIndex(rows.map(prepareRow), keysOf, maxAlike)
    const isSole =
      known.get(one) ??
      near(keysOf(one)).filter(other => compareCreditors(one.creditor, other.creditor) !== 'different')
        .length === 1
    known.set(one, isSole)
    return isSole
  }
}

/** A row's single candidate at each other bureau; empty when ambiguous. */
const partnersOf = (
  one: PreparedRow,
  near: readonly PreparedRow[],
  isSole: (row: PreparedRow) => boolean,
): ReadonlyMap<Bureau, PreparedRow> => {
  const candidates = near.flatMap((other): Candidate[] => {
    if (other.row.bureau === one.row.bureau) return []
    const { verdict, bits } = comparePreparedRows(one, other, isSole(one) && isSole(other))
    return verdict === 'different' ? [] : [{ other, bits, isSame: verdict === 'same' }]
  })
  return new Map(
    bureaus.flatMap(bureau => {
      const [best, second] = candidates
        .filter(({ other }) => other.row.bureau === bureau)
        .sort((a, b) => b.bits - a.bits)
      if (!best?.isSame) return []
      const isAlone = second === undefined || (!second.isSame && best.bits - second.bits >= clearBits)
      return isAlone ? [[bureau, best.other] as const] : []
    }),
  )
}

/** Connected rows, each set once. */
const chainsOf = (
  rows: readonly PreparedRow[],
  linkedWith: (one: PreparedRow) => readonly PreparedRow[],
): PreparedRow[][] => {
  const seen = new Set<PreparedRow>()
  return rows.flatMap(first => {
    if (seen.has(first)) return []
    const chain = new Set([first])
    for (const one of chain) for (const other of linkedWith(one)) chain.add(other)
    for (const one of chain) seen.add(one)
    return [[...chain]]
  })
}

/**
 * Whether two rows of a chain conflict. Dates and types are ignored when one row shows a third row's full
 * number.
 */
const areOpposed = (one: PreparedRow, other: PreparedRow, chain: readonly PreparedRow[]): boolean => {
  const { verdict, reasons } = comparePreparedRows(one, other)
  if (verdict === 'unsure' && haveOtherOrigins(one.row, other.row)) return true
  if (verdict !== 'different') return false
  const isDecided = chain.some(
    third =>
      third !== one &&
      third !== other &&
      (isSameByFullNumber(one, third) || isSameByFullNumber(other, third)),
  )
  return (
    !isDecided ||
    reasons.some(({ about, isFatal }) => isFatal && (about === 'number' || about === 'creditor'))
  )
}

/** Whether rows have one bureau each and none conflict; rows of one id are already one account. */
export const isOneAccount = (chain: readonly PreparedRow[]): boolean =>
  new Set(chain.map(({ row }) => row.bureau)).size === chain.length &&
  chain.every((one, index) =>
    chain.slice(index + 1).every(other => one.row.id === other.row.id || !areOpposed(one, other, chain)),
  )

const areOneByNumber = (groups: readonly (readonly Account[])[]): boolean => {
  const rows = groups.flat()
  const [first, ...others] = groups.map(group => group.map(prepareRow))
  return (
    first !== undefined &&
    others.length > 0 &&
    new Set(rows.map(row => row.bureau)).size === rows.length &&
    rows.every(row => row.bureausKnown) &&
    // A row that names no original creditor may be of either of two debts.
    !rows.some((one, at) => rows.slice(at + 1).some(other => haveOtherOrigins(one, other))) &&
    others.every(group => group.some(one => first.some(other => isSameByFullNumber(one, other))))
  )
}

/** Joins groups of different bureaus that show the same full number, even if dates and types differ. */
export const joinByFullNumber = (rows: readonly Account[]): Account[] => {
  const byNumber = Map.groupBy(
    groupById(rows),
    group => group.map(row => fullAccountNumber(row.accountNumber)).find(number => number !== null) ?? null,
  )
  const idOf = new Map<string, string>()
  for (const [number, groups] of byNumber) {
    const id = groups[0]?.[0]?.id
    if (number === null || id === undefined || !areOneByNumber(groups)) continue
    for (const row of groups.flat()) idOf.set(row.id, id)
  }
  return rows.map(row => ({ ...row, id: idOf.get(row.id) ?? row.id }))
}

/**
 * Groups the rows of per-bureau formats by assigning them one id. Rows the format has already grouped, and merged
 * rows, keep their group. Two rows are linked when each is certainly the other's only candidate at its bureau. A
 * chain of three is one account unless its ends conflict: then one of the links is wrong and none are merged. The
 * running time grows linearly.
 */
export const groupRows = (reported: readonly Account[]): Account[] => {
  const rows = onePerBureau(reported)
  const single = groupById(rows)
    .flatMap(group => (group.length === 1 && group[0]?.valuesShared === false ? group : []))
    .map(prepareRow)
  const isSole = findSole(rows)
  const near = buildBlockingIndex(single, one => blockingKeys(one, [0]), maxAlike)
  const partners = new Map(
    single.map(one => [one, partnersOf(one, near(blockingKeys(one, monthsAround)), isSole)]),
  )
  const linkedWith = (one: PreparedRow) =>
    [...(partners.get(one)?.values() ?? [])].filter(other => partners.get(other)?.get(one.row.bureau) === one)
  const idOf = new Map<Account, string>()
  for (const chain of chainsOf(single, linkedWith)) {
    const [first] = chain
    if (first && isOneAccount(chain)) for (const one of chain) idOf.set(one.row, first.row.id)
  }
  return joinByFullNumber(rows.map(row => ({ ...row, id: idOf.get(row) ?? row.id })))
}

/**
 * Groups the rows of several documents of one person. What a document grouped stays one account, and no two rows of
 * one document are linked: their document, or its reader, has already distinguished them. Otherwise like
 * `groupRows`.
 */
export const groupAcrossDocuments = (documents: readonly (readonly Account[])[]): Account[] => {
  const rows = documents.flat()
  const documentOf = new Map(documents.flatMap(own => own.map(row => [row, own] as const)))
  const prepared = rows.map(prepareRow)
  const groups = Map.groupBy(prepared, ({ row }) => row.id)
  const single = prepared.filter(({ row }) => !row.valuesShared)
  const isSole = findSole(rows)
  const near = buildBlockingIndex(single, one => blockingKeys(one, [0]), maxAlike)
  const partners = new Map(
    single.map(one => {
      const candidates = near(blockingKeys(one, monthsAround))
      const elsewhere = candidates.filter(other => documentOf.get(other.row) !== documentOf.get(one.row))
      return [one, partnersOf(one, elsewhere, isSole)] as const
    }),
  )
  const linkedWith = (one: PreparedRow) => [
    ...(groups.get(one.row.id) ?? []),
    ...[...(partners.get(one)?.values() ?? [])].filter(
      other => partners.get(other)?.get(one.row.bureau) === one,
    ),
  ]
  const idOf = new Map<Account, string>()
  for (const chain of chainsOf(prepared, linkedWith)) {
    const [first] = chain
    if (first && isOneAccount(chain)) for (const one of chain) idOf.set(one.row, first.row.id)
  }
  return joinByFullNumber(rows.map(row => ({ ...row, id: idOf.get(row) ?? row.id })))
}

/**
 * One display name per group. A name that is a prefix of another one is truncated and does not count; of the rest
 * the longest, on a tie TransUnion's.
 */
export const chooseDisplayName = (group: readonly Account[]): string => {
  const names = group
    .toSorted((a, b) => Number(b.bureau === 'TransUnion') - Number(a.bureau === 'TransUnion'))
    .map(row => row.creditorNameReported)
  const isCut = (name: string) =>
    names.some(other => other.length > name.length && other.toUpperCase().startsWith(name.toUpperCase()))
  const whole = names.filter(name => !isCut(name))
  return whole.reduce((best, name) => (name.length > best.length ? name : best), whole[0] ?? '')
}
