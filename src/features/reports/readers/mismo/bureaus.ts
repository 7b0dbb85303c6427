import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { isSameNumber } from '../../account-number.ts'
import { findOriginalCreditor } from '../../creditor.ts'
import { haveOtherOrigins } from '../../evidence.ts'
import { parseBureau } from '../codes.ts'
import { parseDate, parseFlag, parseMoney, parseText } from '../fields.ts'
import { below, every, type XmlNode } from '../xml.ts'
import { readFileBureau } from './files.ts'
import { findLinked, type Links, readLabel } from './people.ts'

/** Determines a MISMO row's bureaus (docs/reference/report-model.md, "Merged rows"). */

export type RowBureau = {
  bureaus: readonly Bureau[]
  /** One set of values for several bureaus, or for unnamed ones. */
  valuesShared: boolean
  bureausKnown: boolean
  subscriberCodes: ReadonlyMap<Bureau, string>
}

type Repositories = { named: Bureau[]; isMerged: boolean; codes: ReadonlyMap<Bureau, string> }

const repositoriesOf = (node: XmlNode): Repositories => {
  const codes = new Map<Bureau, string>()
  const named: Bureau[] = []
  const repositories = every(node, 'CREDIT_REPOSITORY')
  for (const repository of repositories) {
    const source = below(repository, 'CreditRepositorySourceType')
    const bureau =
      parseBureau(parseText(source)) ??
      parseBureau(parseText(below(repository, 'CreditRepositorySourceTypeOtherDescription')))
    if (bureau === null) continue
    named.push(bureau)
    const code = parseText(below(repository, 'CreditRepositorySubscriberCode'))
    if (code !== null) codes.set(bureau, code)
  }
  return { named: sortBureaus(named), isMerged: repositories.length > 0 && named.length === 0, codes }
}

/**
 * A row's bureaus: those it names, otherwise those of its linked files (a merged row does not state which bureaus
 * agreed), otherwise the person's only file. `allFiles`: a joint row is often linked to one file, of either
 * person.
 */
export const createBureauResolver = (
  files: readonly XmlNode[],
  allFiles: readonly XmlNode[],
  links: Links,
): ((node: XmlNode) => RowBureau) => {
  const bureauByLabel = new Map(
    allFiles.flatMap(file => {
      const bureau = readFileBureau(file)
      return bureau === null ? [] : [[readLabel(file) ?? '', bureau] as const]
    }),
  )
  const filed = sortBureaus(files.flatMap(file => readFileBureau(file) ?? []))
  return node => {
    const { named, isMerged, codes } = repositoriesOf(node)
    if (named.length > 0) {
      return { bureaus: named, valuesShared: named.length > 1, bureausKnown: true, subscriberCodes: codes }
    }
    const linked = sortBureaus(findLinked(links(node), bureauByLabel))
    const bureaus = linked.length > 0 || filed.length !== 1 ? linked : filed
    const isUnstated = isMerged || bureaus.length > 1
    return { bureaus, valuesShared: isUnstated, bureausKnown: !isUnstated, subscriberCodes: codes }
  }
}

/**
 * In a joint report a row may name the bureaus of both people's files. At a bureau without a file for the
 * chosen person, the row is the other person's.
 */
export const atBureaus = (hits: readonly Bureau[], place: RowBureau): RowBureau => {
  const bureaus = place.bureaus.filter(bureau => hits.includes(bureau))
  return bureaus.length === 0 ? place : { ...place, bureaus }
}

/**
 * List-and-stack reports repeat each merged row as the bureaus reported it. The bureaus' own rows are used,
 * and the merged one only for bureaus without one (docs/reference/report-model.md, "Merged rows").
 */

/** A row with its position, the sender's group (one account) and its stack. */
export type Entry = { row: XmlNode; place: RowBureau; group: string | null; stack: string | null }

const numberOf = (row: XmlNode): string | null => parseText(below(row, 'CreditLiabilityAccountIdentifier'))

const openedOf = (row: XmlNode): string | undefined => below(row, 'CreditLiabilityAccountOpenedDate')

/**
 * Whether a bureau's own row matches the merged row before it, although each bureau masks the number
 * differently.
 */
const isUnder = (merged: Entry | null, { row, place }: Entry): merged is Entry =>
  merged !== null &&
  merged.stack !== null &&
  (!merged.place.bureausKnown || place.bureaus.every(bureau => merged.place.bureaus.includes(bureau))) &&
  openedOf(merged.row) === openedOf(row) &&
  isSameNumber(numberOf(merged.row), numberOf(row))

/** What the rows of a stack share: the sender's group, otherwise the account's number and date. */
const stackOf = (row: XmlNode, group: string | null, mergeType: string | undefined): string | null => {
  if (group !== null) return group
  const opened = openedOf(row)
  const number = numberOf(row)
  const isKnown = mergeType === 'ListAndStack' && number !== null && opened !== undefined
  return isKnown ? `number ${number} ${opened}` : null
}

/** Whether a row is one bureau's own. */
const isOwn = ({ place }: Entry): boolean => place.bureaus.length === 1 && !place.valuesShared

/**
 * What the bureaus' own rows of a stack cover: their bureaus and original creditors (null for a row that names none), and
 * the rows that are not primary by their bureau and number.
 */
type Stack = { covered: Set<Bureau>; origins: Set<string | null>; originals: Map<string, Entry[]> }

/** More rows of one number than a bureau has: only so many are compared. */
const maxAlike = 40

const originOf = ({ row }: Entry) => ({
  originalCreditor: findOriginalCreditor({
    originalCreditor: parseText(below(row, 'CreditLiabilityOriginalCreditorName')),
  }),
})

/** A kind of account in uppercase; null if it is not stated. */
const kindOf = (raw: string | undefined): string | null => {
  const kind = parseText(raw)?.toUpperCase() ?? null
  return kind === 'OTHER' || kind === 'UNKNOWN' ? null : kind
}

/**
 * What distinguishes two accounts of one furnisher at one bureau whose masked numbers look alike. Metro 2 identifies an
 * account by identification number and consumer account number; these are its other lasting facts, and what it owes.
 */
const distinguishing: readonly (readonly [string, (raw: string | undefined) => string | null])[] = [
  ['CreditLiabilityAccountOpenedDate', parseDate],
  ['CreditLiabilityFirstDelinquencyDate', parseDate],
  ['CreditLiabilityAccountType', kindOf],
  ['CreditLoanType', kindOf],
  ['CreditLiabilityUnpaidBalanceAmount', parseMoney],
]

/**
 * Whether two rows of one bureau and number state different facts, so that neither is a copy of the other. A value that is
 * missing, and a date that is less precise, states nothing different.
 */
const areTwo = (one: Entry, other: Entry): boolean =>
  haveOtherOrigins(originOf(one), originOf(other)) ||
  distinguishing.some(([name, parse]) => {
    const [value, otherValue] = [parse(below(one.row, name)), parse(below(other.row, name))]
    if (value === null || otherValue === null) return false
    return parse === parseDate
      ? !value.startsWith(otherValue) && !otherValue.startsWith(value)
      : value !== otherValue
  })

/** One account at one bureau; null for a row without a number. */
const accountKeyOf = ({ row, place }: Entry): string | null => {
  const number = numberOf(row)
  return number === null ? null : `${place.bureaus[0]} ${number}`
}

const isPrimary = ({ row }: Entry): boolean => parseFlag(below(row, 'PrimaryRecordIndicator')) === true

const stacksOf = (entries: readonly Entry[]): ReadonlyMap<string, Stack> => {
  const stacks = new Map<string, Stack>()
  for (const entry of entries.filter(isOwn)) {
    if (entry.stack === null) continue
    const stack: Stack = stacks.get(entry.stack) ?? {
      covered: new Set(),
      origins: new Set(),
      originals: new Map(),
    }
    stacks.set(entry.stack, stack)
    for (const bureau of entry.place.bureaus) stack.covered.add(bureau)
    if (stack.origins.size < maxAlike) stack.origins.add(originOf(entry).originalCreditor)
    const account = accountKeyOf(entry)
    if (account === null || isPrimary(entry)) continue
    const alike = stack.originals.get(account) ?? []
    stack.originals.set(account, alike)
    if (alike.length < maxAlike) alike.push(entry)
  }
  return stacks
}

/**
 * Selects the entries of a stack to use. A bureau's primary record is a merged copy if the same account
 * appears again.
 */
const withoutCopies = (entry: Entry, stack: Stack): Entry[] => {
  if (isOwn(entry)) {
    const originals = isPrimary(entry) ? stack.originals.get(accountKeyOf(entry) ?? '') : undefined
    return originals?.some(one => !areTwo(one, entry)) === true ? [] : [entry]
  }
  // A merged row shows the values of one of the bureaus; one that none of them shows is of another debt.
  const origin = originOf(entry)
  if ([...stack.origins].every(originalCreditor => haveOtherOrigins({ originalCreditor }, origin)))
    return [entry]
  const isCovered = (bureau: Bureau) => !entry.place.bureausKnown || stack.covered.has(bureau)
  const bureaus = entry.place.bureaus.filter(bureau => !isCovered(bureau))
  return bureaus.length === 0 ? [] : [{ ...entry, place: { ...entry.place, bureaus } }]
}

/** The stacks whose rows name different original creditors. */
const mixedStacks = (entries: readonly Entry[]): ReadonlySet<string> => {
  const first = new Map<string, ReturnType<typeof originOf>>()
  const mixed = new Set<string>()
  for (const entry of entries) {
    const origin = originOf(entry)
    if (entry.stack === null || origin.originalCreditor === null) continue
    const before = first.get(entry.stack) ?? origin
    first.set(entry.stack, before)
    if (haveOtherOrigins(before, origin)) mixed.add(entry.stack)
  }
  return mixed
}

/**
 * The remaining rows of a stack are one account if the shared number has enough visible digits, and they do not name
 * different original creditors.
 */
const asOneAccount = (entry: Entry, mixed: ReadonlySet<string>): Entry => {
  const number = numberOf(entry.row)
  return isSameNumber(number, number) && !mixed.has(entry.stack ?? '')
    ? { ...entry, group: entry.group ?? entry.stack }
    : entry
}

/** The rows to use, each with its bureaus. */
export const unstackEntries = (
  rows: readonly XmlNode[],
  place: (row: XmlNode) => RowBureau,
  mergeType: string | undefined,
): Entry[] => {
  let merged: Entry | null = null
  const entries = rows.map(row => {
    const duplicates = parseText(below(row, 'DuplicateGroupIdentifier'))
    const group = duplicates === null ? null : `stack-${duplicates}`
    const entry: Entry = { row, place: place(row), group, stack: stackOf(row, group, mergeType) }
    if (!isOwn(entry)) merged = entry
    else if (group === null && isUnder(merged, entry)) return { ...entry, stack: merged.stack }
    return entry
  })
  const stacks = stacksOf(entries)
  const mixed = mixedStacks(entries)
  const grouped = entries.map(entry => asOneAccount(entry, mixed))
  return grouped.flatMap(entry => {
    const stack = stacks.get(entry.stack ?? '')
    return stack === undefined ? [entry] : withoutCopies(entry, stack)
  })
}
