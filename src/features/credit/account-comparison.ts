import type { ShownAccount } from '#features/reports/contract.ts'
import { NOT_REPORTED } from '#features/reports/payment-status.ts'
import { bureaus as allBureaus, type Bureau, sortBureaus } from '#values/bureau.ts'
import { dayNumber, type PartialDate, showDate, showMonth } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'

const reportedOn = (account: ShownAccount): number =>
  account.lastReported === null ? Number.MIN_SAFE_INTEGER : dayNumber(account.lastReported)

/** Most recently reported first, then in bureau order. */
export const compareNewestFirst = (one: ShownAccount, other: ShownAccount): number =>
  reportedOn(other) - reportedOn(one) || allBureaus.indexOf(one.bureau) - allBureaus.indexOf(other.bureau)

type CellStyle = 'plain' | 'nil' | 'acct' | 'em' | 'bad'

export type Cell = { bureau: Bureau; text: string; style: CellStyle }

/** `gap` starts a new group of rows; `differs` when the bureaus disagree. */
export type ComparedRow = { label: string; gap: boolean; differs: boolean; cells: Cell[] }

export type Chip = { text: string; tone: 'amber' | 'green' | 'red' | 'plain' }

/** One account as the bureaus report it, side by side. */
export type AccountComparison = {
  /** Unique even where a bureau lists the account twice. */
  key: string
  id: string
  name: string
  subtitle: string
  chips: Chip[]
  rows: ComparedRow[]
  /** The number of rows that differ. */
  differing: number
  accounts: ShownAccount[]
  notReported: Bureau[]
  /** A merged or partly read document does not show whether these bureaus report the account. */
  notStated: Bureau[]
  /** The document states one set of values for these bureaus. */
  shared: Bureau[]
}

type Line = {
  label: string
  gap?: true
  /** Only some documents state it: no row if none does. */
  whereStated?: true
  /** Compared between bureaus; null when not reported. */
  value: (account: ShownAccount) => string | null
  /** Shown instead of the value. */
  text?: (account: ShownAccount) => string | null
  look?: (account: ShownAccount) => CellStyle
  /** When two values agree without being equal; 'never compared' if bureaus usually differ. */
  agree?: 'never compared' | ((one: string, other: string) => boolean)
}

const money = (amount: string | null): string | null => (amount === null ? null : showMoney(amount))

const sameText = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** `2021-08` agrees with `2021-08-14`. */
const sameDate = (one: PartialDate, other: PartialDate): boolean =>
  one.startsWith(other) || other.startsWith(one)

const bad = (account: ShownAccount): CellStyle => (account.accountStatus === 'Derogatory' ? 'bad' : 'plain')

const statusLook = (account: ShownAccount): CellStyle =>
  account.accountStatus === 'Open' || account.accountStatus === 'Paid' ? 'em' : bad(account)

const lines: readonly Line[] = [
  { label: 'Account #', value: row => row.accountNumber, look: () => 'acct', agree: 'never compared' },
  { label: 'Account Type', value: row => (row.accountType === 'Unknown' ? null : row.accountType) },
  { label: 'Account Type - Detail', value: row => row.accountTypeDetail },
  { label: 'Bureau Code', value: row => row.responsibility },
  { label: 'Account Status', value: row => row.accountStatus, look: statusLook },
  { label: 'Monthly Payment', gap: true, value: row => money(row.monthlyPayment) },
  {
    label: 'Date Opened',
    value: row => row.dateOpened,
    text: row => showDate(row.dateOpened),
    agree: sameDate,
  },
  { label: 'Balance', value: row => money(row.currentBalance) },
  { label: 'No. of Months (terms)', value: row => (row.termLength === null ? null : String(row.termLength)) },
  { label: 'High Credit', value: row => money(row.highBalance) },
  { label: 'Credit Limit', value: row => money(row.creditLimit) },
  { label: 'Past Due', value: row => money(row.amountPastDue) },
  {
    label: 'Payment Status',
    gap: true,
    value: row => (row.paymentStatus === NOT_REPORTED ? null : row.paymentStatus),
    look: bad,
  },
  { label: 'Last Reported', value: row => showMonth(row.lastReported), agree: 'never compared' },
  { label: 'Comments', value: row => (row.comments === '-' ? null : row.comments), look: bad },
  { label: 'Date Last Active', value: row => showMonth(row.dateLastActive), agree: 'never compared' },
  { label: 'Date of Last Payment', value: row => showDate(row.dateLastPayment), agree: 'never compared' },
  {
    label: 'Bureau Says It Stops Reporting',
    whereStated: true,
    value: row => row.removalDate,
    text: row => showDate(row.removalDate),
    agree: 'never compared',
  },
]

/** Values that a document shares between bureaus are never compared. */
const differs = ({ value, agree = sameText }: Line, accounts: readonly ShownAccount[]): boolean => {
  if (agree === 'never compared') return false
  const values = accounts
    .filter(account => !account.valuesShared)
    .map(value)
    .filter(reported => reported !== null)
  return values.some((one, place) => values.slice(place + 1).some(other => !agree(one, other)))
}

const cellOf = (
  { value, text = value, look }: Line,
  account: ShownAccount | undefined,
  bureau: Bureau,
): Cell => {
  const words = account === undefined ? null : text(account)
  return account === undefined || words === null || words === ''
    ? { bureau, text: '-', style: 'nil' }
    : { bureau, text: words, style: look?.(account) ?? 'plain' }
}

const rowsOf = (accounts: readonly ShownAccount[], bureaus: readonly Bureau[]): ComparedRow[] =>
  lines
    .filter(({ whereStated, value }) => !whereStated || accounts.some(account => value(account) !== null))
    .map(line => ({
      label: line.label,
      gap: line.gap ?? false,
      differs: differs(line, accounts),
      cells: bureaus.map(bureau =>
        cellOf(
          line,
          accounts.find(account => account.bureau === bureau),
          bureau,
        ),
      ),
    }))

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const subtitleOf = ({ accountType, accountTypeDetail, dateOpened }: ShownAccount): string => {
  const type = accountTypeDetail ?? (accountType === 'Unknown' ? null : accountType)
  const opened = dateOpened === null ? null : `opened ${showDate(dateOpened)}`
  return capital([type, opened].filter(part => part !== null).join(', '))
}

const statusTone = (status: ShownAccount['accountStatus']): Chip['tone'] => {
  if (status === 'Derogatory') return 'red'
  return status === 'Open' || status === 'Paid' ? 'green' : 'plain'
}

/** The status all bureaus agree on, otherwise which of them report it as derogatory. */
const statusChip = (accounts: readonly ShownAccount[]): Chip[] => {
  const [status, ...others] = new Set(accounts.map(account => account.accountStatus))
  if (status !== undefined && others.length === 0) return [{ text: status, tone: statusTone(status) }]
  const derogatory = sortBureaus(
    accounts.filter(account => account.accountStatus === 'Derogatory').map(({ bureau }) => bureau),
  )
  return derogatory.length === 0 ? [] : [{ text: `Derogatory at ${derogatory.join(', ')}`, tone: 'red' }]
}

const amber = (text: string): Chip => ({ text, tone: 'amber' })

const creditorOf = (
  latest: ShownAccount,
  accounts: ShownAccount[],
  nth: number,
  bureaus: readonly Bureau[],
  unread: readonly Bureau[],
): AccountComparison => {
  const rows = rowsOf(accounts, bureaus)
  const differing = rows.filter(row => row.differs).length
  const absent = bureaus.filter(bureau => accounts.every(row => row.bureau !== bureau))
  const isKnown = accounts.every(row => row.bureausKnown)
  const notReported = absent.filter(bureau => isKnown && !unread.includes(bureau))
  return {
    key: `${latest.id} ${latest.creditorName} ${nth}`,
    id: latest.id,
    name: latest.creditorName,
    subtitle: subtitleOf(latest),
    chips: [
      ...(differing > 0 ? [amber(differing === 1 ? '1 row differs' : `${differing} rows differ`)] : []),
      ...(notReported.length > 0 ? [amber(`Not on ${notReported.join(', ')}`)] : []),
      ...statusChip(accounts),
    ],
    rows,
    differing,
    accounts,
    notReported,
    notStated: absent.filter(bureau => !notReported.includes(bureau)),
    shared: bureaus.filter(bureau => accounts.some(row => row.bureau === bureau && row.valuesShared)),
  }
}

/** A second row at one bureau is a second listing of the account. */
const listingsOf = (rows: readonly ShownAccount[]): ShownAccount[][] => {
  const listings: ShownAccount[][] = []
  for (const row of rows) {
    const free = listings.find(listing => listing.every(other => other.bureau !== row.bureau))
    if (free) free.push(row)
    else listings.push([row])
  }
  return listings
}

/**
 * One comparison per creditor name and id, in the report's order. `unread`: the bureaus whose accounts were not all read.
 */
export const compareAccounts = (
  accounts: readonly ShownAccount[],
  bureaus: readonly Bureau[],
  unread: readonly Bureau[] = [],
): AccountComparison[] => {
  const groups = Map.groupBy(
    accounts.filter(account => bureaus.includes(account.bureau)),
    account => JSON.stringify([account.creditorName, account.id]),
  )
  return [...groups.values()].flatMap(group =>
    listingsOf(group).flatMap((listing, nth) => {
      const [latest] = listing.toSorted(compareNewestFirst)
      return latest === undefined ? [] : [creditorOf(latest, listing, nth + 1, bureaus, unread)]
    }),
  )
}
