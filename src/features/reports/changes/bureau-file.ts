import type { Bureau } from '#values/bureau.ts'
import type { PartialDate } from '#values/dates.ts'
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
import { createMasks, formatMaskedAddress } from '../masks.ts'

/** What one bureau says in one report, and how it may be shown. Nothing of another bureau is in it. */
export type BureauFile = {
  status: FileStatus['status']
  reportDate: PartialDate | null
  accounts: ReadonlyMap<string, Account>
  inquiries: readonly Inquiry[]
  records: readonly PublicRecord[]
  person: PersonalInfo | null
  score: Score | null
  /**
   * The creditor in this bureau's own spelling, for another's would tell of its file; with the masked account number
   * where this bureau lists several accounts there.
   */
  accountLabel: (account: Account) => string
  /** Free text without Social Security and account numbers. */
  mask: (reported: string) => string
  formatAddress: (address: Address) => string | null
}

/** The file of a bureau; null when the report says nothing of that bureau. */
export const selectBureauFile = (report: Report, bureau: Bureau): BureauFile | null => {
  if (!listBureaus(report).includes(bureau)) return null
  const mask = createMasks(report)
  const own = <Row extends { bureau: Bureau }>(rows: readonly Row[]) =>
    rows.filter(row => row.bureau === bureau)
  const accounts = own(report.accounts)
  const listed = Map.groupBy(accounts, account => account.creditorNameReported)
  return {
    status: own(report.files)[0]?.status ?? 'hit',
    reportDate: report.reportDate,
    accounts: new Map(accounts.map(account => [account.id, account])),
    inquiries: own(report.inquiries),
    records: own(report.publicRecords),
    person: own(report.personal)[0] ?? null,
    score: own(report.scores)[0] ?? null,
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

/** Whether the bureau gave a file at all; without one, nothing listed does not mean that something is gone. */
export const hasFile = ({ status }: BureauFile): boolean => status === 'hit' || status === 'thin'

/** Every address that a file lists, the current one first. */
export const listAddresses = ({ person }: Pick<BureauFile, 'person'>): Address[] =>
  [person?.currentAddress ?? null, ...(person?.previousAddresses ?? [])].filter(one => one !== null)

/** The accounts that both files hold, each before and now. */
export const pairAccounts = (before: BureauFile, now: BureauFile): (readonly [Account, Account])[] =>
  [...now.accounts].flatMap(([id, account]) => {
    const former = before.accounts.get(id)
    return former ? [[former, account] as const] : []
  })

/** The items that only the first list has, by a key; each key once. */
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

/** The letters and digits of a text: spellings that differ in nothing else are the same. */
export const normalizeText = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
