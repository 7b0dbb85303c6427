import { type Bureau, inOrder } from '#values/bureau.ts'
import { showDate, showMonth } from '#values/dates.ts'
import { centsOf, dollarsOf, showMoney } from '#values/money.ts'
import type { client } from '#web/client.ts'
import { isMerged } from '../facts.ts'

export type Analytics = Awaited<ReturnType<typeof client.credit.analytics>>
export type FullReport = NonNullable<Analytics['fullReport']>
export type Row = FullReport['accountInformation'][number]

/** One account of the report that may be disputed, with what each bureau shows about it. */
export type Pickable = {
  accountId: string
  name: string
  rows: readonly [Row, ...Row[]]
  /** Where it may be disputed, in the order in which the product shows bureaus. */
  offered: { bureau: Bureau; shows: string }[]
  /** What makes it worth a look first; null when nothing in it counts against the person. */
  concern: Concern | null
  /** Its number as shown; null when no bureau shows one. */
  number: string | null
  /** The one figure of its line. */
  amount: string
  /** One fact about it, a sentence. */
  fact: string
}

export type Concern = 'derogatory' | 'late' | 'paid_with_balance'

/** The report's accounts as things to choose from: those that count against the person first, else as reported. */
export const pickableOf = (report: FullReport): Pickable[] => {
  const byId = new Map<string, [Row, ...Row[]]>()
  for (const row of report.accountInformation) {
    const rows = byId.get(row.id)
    if (rows) rows.push(row)
    else byId.set(row.id, [row])
  }
  const files = report.fileStatuses.filter(({ status }) => status === 'hit').map(({ bureau }) => bureau)
  const all = [...byId.values()].map(rows => pickable(rows, files))
  return all.toSorted((a, b) => rank(a.concern) - rank(b.concern))
}

/** The accounts whose name, as shown or as any bureau spells it, holds the words looked for. */
export const found = (all: readonly Pickable[], words: string): Pickable[] => {
  const wanted = words.trim().toLowerCase()
  return all.filter(({ name, rows }) =>
    [name, ...rows.map(row => row.creditorNameReported)].some(text => text.toLowerCase().includes(wanted)),
  )
}

/** The rows that stand for an account at some bureaus; a merged row stands for it at all of them. */
export const rowsAt = ({ rows }: Pickable, some: readonly Bureau[]): Row[] =>
  rows.filter(row => isMerged(row) || some.includes(row.bureau))

const order: readonly (Concern | null)[] = ['derogatory', 'late', 'paid_with_balance', null]
const rank = (concern: Concern | null): number => order.indexOf(concern)

const pickable = (rows: readonly [Row, ...Row[]], files: readonly Bureau[]): Pickable => {
  const [first] = rows
  const concern = concernOf(rows)
  return {
    accountId: first.id,
    name: first.creditorName,
    rows,
    offered: bureausOffered(rows, files).map(bureau => ({ bureau, shows: whatShows(rows, bureau) })),
    concern,
    number: rows.find(({ accountNumber }) => accountNumber !== null)?.accountNumber ?? null,
    amount: (concern === 'late' ? latestLate(rows) : null) ?? balances(rows),
    fact: factOf(rows, concern),
  }
}

/**
 * A merged report does not say which bureau holds what, so its rows may be disputed at any bureau whose file
 * the same report holds (decisions section 5); any other account only where it is reported.
 */
const bureausOffered = (rows: readonly Row[], files: readonly Bureau[]): Bureau[] => {
  const reporting = rows.map(({ bureau }) => bureau)
  return inOrder(rows.some(isMerged) ? [...reporting, ...files] : reporting)
}

/** A closed account may lawfully carry a balance; one shown as paid may not, so only that is worth a look. */
const concernOf = (rows: readonly Row[]): Concern | null => {
  if (rows.some(({ isDerogatory }) => isDerogatory)) return 'derogatory'
  if (latestLate(rows) !== null || rows.some(lateByCount)) return 'late'
  const paid = rows.some(
    ({ accountStatus, currentBalance }) => accountStatus === 'Paid' && (centsOf(currentBalance) ?? 0) > 0,
  )
  return paid ? 'paid_with_balance' : null
}

const lateByCount = ({ late30, late60, late90 }: Row): boolean =>
  [late30, late60, late90].some(count => (count ?? 0) > 0)

/** The latest late month over the bureaus, as "60 days late, 03/2026"; null when no month is late. */
const latestLate = (rows: readonly Row[]): string | null => {
  const late = rows
    .flatMap(({ paymentHistory }) => paymentHistory)
    .filter(({ status }) => /^\d+$/.test(status))
    .toSorted((a, b) => b.date.localeCompare(a.date) || Number(b.status) - Number(a.status))[0]
  return late === undefined ? null : `${late.status} days late, ${showMonth(late.date)}`
}

/** The balance, or the least and the most when bureaus differ; empty when none is reported. */
const balances = (rows: readonly Row[]): string => {
  const cents = rows.map(({ currentBalance }) => centsOf(currentBalance)).filter(amount => amount !== null)
  if (cents.length === 0) return ''
  const [least, most] = [Math.min(...cents), Math.max(...cents)].map(amount => showMoney(dollarsOf(amount)))
  return least === most ? `${least}` : `${least} to ${most}`
}

const factOf = (rows: readonly [Row, ...Row[]], concern: Concern | null): string => {
  const [first] = rows
  if (rows.some(({ isCollection }) => isCollection))
    return 'A collection account. Check that it is yours and that the amount is right.'
  if (concern === 'derogatory') return 'It counts against you. Check its status, its dates and its amounts.'
  if (concern === 'late') return 'It shows a late payment. Check whether you paid on time.'
  if (concern === 'paid_with_balance') return 'It is shown as paid and still shows a balance.'
  const opened = showDate(first.dateOpened)
  const type = first.accountTypeDetail ?? first.accountType
  return opened === null ? `${type}.` : `${type}, opened ${opened}.`
}

/** What one bureau shows about the account, as a line: status, how it is paid, balance, last late month. */
const whatShows = (rows: readonly Row[], bureau: Bureau): string => {
  const own = rows.filter(row => row.bureau === bureau)
  const [row] = own
  if (row === undefined) return 'in your merged report'
  const balance = balances(own)
  return [
    row.accountStatus,
    row.paymentStatus === 'Current' || row.paymentStatus === row.accountStatus ? null : row.paymentStatus,
    balance === '' ? null : `balance ${balance}`,
    latestLate(own),
  ]
    .filter(part => part !== null)
    .join(', ')
}
