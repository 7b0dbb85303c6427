import type { Bureau } from '#values/bureau.ts'
import { dayNumber, type PartialDate } from '#values/dates.ts'
import type {
  Account,
  Address,
  FileStatus,
  Inquiry,
  PersonalInfo,
  PublicRecord,
  Report,
  Score,
} from '../canonical.ts'
import { listBureaus } from '../canonical.ts'
import { type CoveredSection, isSectionWhole } from '../coverage.ts'
import { entryKey, figuresOf, nameOf } from '../listed-twice.ts'
import { createMasks, formatMaskedAddress } from '../masks.ts'
import { findPartDate, listParts } from '../parts.ts'

/** One bureau's part of a report, masked for display. It contains nothing of another bureau. */
export type BureauFile = {
  status: FileStatus['status']
  reportDate: PartialDate | null
  accounts: ReadonlyMap<string, Account>
  inquiries: readonly Inquiry[]
  records: readonly PublicRecord[]
  person: PersonalInfo | null
  score: Score | null
  /** Whether a section of the document was read completely: only then are missing items not in the file. */
  isWhole: (section: CoveredSection) => boolean
  /** Whether the document states what it contains, so that an empty section is empty at the bureau. */
  statesSections: boolean
  /** Whether every payment mark could be read: only then is a month without one a month without data. */
  hasAllMonths: boolean
  /** Whether the words of every status are known. */
  hasKnownWords: boolean
  /**
   * The creditor in this bureau's own spelling, since another bureau's would reveal its file; with the masked
   * account number if this bureau lists several accounts there.
   */
  accountLabel: (account: Account) => string
  /** Free text without Social Security and account numbers. */
  mask: (reported: string) => string
  formatAddress: (address: Address) => string | null
}

/** Null when the report has nothing from that bureau. */
export const selectBureauFile = (report: Report, bureau: Bureau): BureauFile | null => {
  if (!listBureaus(report).includes(bureau)) return null
  const mask = createMasks(report)
  const own = <Row extends { bureau: Bureau }>(rows: readonly Row[]) =>
    rows.filter(row => row.bureau === bureau)
  const accounts = own(report.accounts)
  const listed = Map.groupBy(accounts, account => account.creditorNameReported)
  const coverage = listParts(report).find(part => part.bureau === bureau)?.coverage
  return {
    status: own(report.files)[0]?.status ?? 'hit',
    reportDate: findPartDate(report, bureau),
    accounts: new Map(accounts.map(account => [account.id, account])),
    inquiries: own(report.inquiries),
    records: own(report.publicRecords),
    person: own(report.personal)[0] ?? null,
    score: own(report.scores)[0] ?? null,
    isWhole: section => coverage === undefined || isSectionWhole(coverage, section),
    statesSections: coverage !== undefined,
    hasAllMonths: (coverage?.monthsUnreadable ?? 0) === 0,
    hasKnownWords: !coverage?.doubts.some(({ kind }) => kind === 'unknownWords'),
    accountLabel: account => {
      const name = mask.text(account.creditorNameReported)
      const number = mask.number(account.accountNumber)
      const several = (listed.get(account.creditorNameReported)?.length ?? 0) > 1
      return several && number !== null ? `${name} (${number})` : name
    },
    mask: mask.text,
    formatAddress: address => formatMaskedAddress(address, mask),
  }
}

/** Whether the bureau returned a file: without one, a missing item may still exist. */
export const hasFile = ({ status }: BureauFile): boolean => status === 'hit' || status === 'thin'

/** Current address first. */
export const listAddresses = ({ person }: Pick<BureauFile, 'person'>): Address[] =>
  [person?.currentAddress ?? null, ...(person?.previousAddresses ?? [])].filter(one => one !== null)

/** Equal only for entries that are surely one account, which a bureau lists twice. */
const entryOf = (account: Account): string => entryKey(account) ?? account.id

/** The accounts of a file, each once. */
export const listAccountsOnce = ({ accounts }: Pick<BureauFile, 'accounts'>): Account[] =>
  missingFrom([...accounts.values()], [], entryOf)

/**
 * Accounts in both files, each before and now. One that a bureau lists twice is one pair while its entries agree, if either
 * file shows that they surely are one account: not most loans that are paid.
 */
export const pairAccounts = (before: BureauFile, now: BureauFile): (readonly [Account, Account])[] => {
  const pairs = [...now.accounts].flatMap(([id, account]) => {
    const former = before.accounts.get(id)
    return former ? [[former, account] as const] : []
  })
  return missingFrom(pairs, [], pair =>
    pair.every(row => entryKey(row) === null)
      ? pair[1].id
      : pair.map(row => `${nameOf(row)} ${figuresOf(row)}`).join(' '),
  )
}

/** Entries only in the first list: the accounts that are not in the second, each once, and repeated ones that are. */
export const splitOnlyIn = (
  items: readonly Account[],
  others: readonly Account[],
): { accounts: Account[]; repeated: Account[] } => {
  const ids = new Set(others.map(({ id }) => id))
  const only = items.filter(({ id }) => !ids.has(id))
  const kept = items.filter(({ id }) => ids.has(id))
  const keptEntries = new Set(kept.map(entryOf))
  return {
    accounts: missingFrom(only, kept, entryOf),
    repeated: only.filter(account => keptEntries.has(entryOf(account))),
  }
}

/** Items only in the first list, by key, without duplicates. */
export const missingFrom = <T>(
  items: readonly T[],
  others: readonly T[],
  keyOf: (item: T) => string,
): T[] => {
  const known = new Set(others.map(keyOf))
  return items.filter(item => {
    const key = keyOf(item)
    return !known.has(key) && known.add(key)
  })
}

/**
 * Whether the other document may lack a section that has several entries in this one: it has none, and states nothing
 * of its sections.
 */
export const mayLackSection = (
  entries: readonly unknown[],
  others: readonly unknown[],
  { statesSections }: { statesSections: boolean },
): boolean => !statesSections && entries.length > 1 && others.length === 0

/**
 * Bureaus learn of things a month or two late; what is older than this should have been in the earlier
 * report.
 */
export const REPORTING_LAG_DAYS = 120

/** Whether the earlier file would have listed something that began on a given day. */
export const beganLongBefore = (began: PartialDate | null, { reportDate }: BureauFile): boolean =>
  began === null || reportDate === null || dayNumber(reportDate) - dayNumber(began) > REPORTING_LAG_DAYS

/** Letters and digits only, so that spellings differing in anything else are equal. */
export const normalizeText = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
