import type { PayToken } from '#features/reports/canonical.ts'
import type { ShownAccount } from '#features/reports/contract.ts'
import type { Bureau } from '#values/bureau.ts'
import { addMonths, monthOf, type PartialDate } from '#values/dates.ts'

/** One month at one bureau; `label` is for screen readers. */
export type GridCell = { text: string; tone: 'ok' | 'd30' | 'd60' | 'd90' | 'u' | 'no'; label: string }

/** `month` is `YYYY-MM`. */
type GridMonth = { month: string; name: string }

type GridRow = { bureau: Bureau; cells: GridCell[] }

/** `Dec 2024 to Nov 2025`. */
export type GridPart = { caption: string; months: GridMonth[]; rows: GridRow[] }

export type PaymentGrid = GridPart & {
  /** A year with a single month is written `'24`. */
  years: { text: string; months: number }[]
  /** For narrow screens. */
  halves: [GridPart, GridPart]
  /** Whether two bureaus rate the same month differently. */
  differs: boolean
  legend: GridCell[]
}

const windowMonths = 24

/** Letters as in the Metro 2 payment history profile. */
export const paymentCells: Record<PayToken, GridCell> = {
  OK: { text: 'OK', tone: 'ok', label: 'OK' },
  '30': { text: '30', tone: 'd30', label: '30 days late' },
  '60': { text: '60', tone: 'd60', label: '60 days late' },
  '90': { text: '90', tone: 'd90', label: '90 days late' },
  '120': { text: '120+', tone: 'd90', label: '120 days late or more' },
  '150': { text: '120+', tone: 'd90', label: '120 days late or more' },
  '180': { text: '120+', tone: 'd90', label: '120 days late or more' },
  CO: { text: 'CO', tone: 'd90', label: 'Charge-off' },
  COL: { text: 'COL', tone: 'd90', label: 'Collection' },
  REPO: { text: 'REPO', tone: 'd90', label: 'Repossession' },
  FC: { text: 'FC', tone: 'd90', label: 'Foreclosure' },
  VS: { text: 'VS', tone: 'd90', label: 'Voluntary surrender' },
  BK: { text: 'BK', tone: 'd90', label: 'Bankruptcy plan' },
  U: { text: 'U', tone: 'u', label: 'Unknown' },
}

const noDataCell: GridCell = { text: '-', tone: 'no', label: 'No data' }

const always: readonly GridCell[] = [
  paymentCells.OK,
  paymentCells['30'],
  paymentCells['60'],
  paymentCells['90'],
  paymentCells.U,
  noDataCell,
]

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const nameOf = (month: string): string => names[Number(month.slice(5, 7)) - 1] ?? month

/**
 * All grids of a report end in the same month: that of the report, otherwise the newest in any account. Null if no month
 * is known.
 */
export const lastGridMonth = (
  reportDate: PartialDate | null,
  accounts: readonly ShownAccount[],
): string | null => {
  const given = accounts
    .map(account => account.paymentHistory.at(-1)?.date)
    .filter(date => date !== undefined)
  return monthOf(reportDate) ?? given.toSorted().at(-1) ?? null
}

const yearsOf = (months: readonly GridMonth[]): PaymentGrid['years'] => {
  const counts = new Map<string, number>()
  for (const { month } of months) counts.set(month.slice(0, 4), (counts.get(month.slice(0, 4)) ?? 0) + 1)
  return [...counts].map(([year, spanned]) => ({
    text: spanned === 1 ? `'${year.slice(2)}` : year,
    months: spanned,
  }))
}

const fullName = (month: GridMonth | undefined): string =>
  month === undefined ? '' : `${month.name} ${month.month.slice(0, 4)}`

const partOf = (months: GridMonth[], rows: GridRow[], from: number, to: number): GridPart => ({
  caption: `${fullName(months[from])} to ${fullName(months[to - 1])}`,
  months: months.slice(from, to),
  rows: rows.map(({ bureau, cells: all }) => ({ bureau, cells: all.slice(from, to) })),
})

/** Missing months and values shared by several bureaus show no difference. */
const rated = (row: GridRow, month: number): string | null => {
  const cell = row.cells[month]
  return cell === undefined || cell.tone === 'no' || cell.tone === 'u' ? null : cell.text
}

const anyMonthDiffers = (rows: readonly GridRow[]): boolean =>
  Array.from({ length: windowMonths }, (_, month) => month).some(
    month => new Set(rows.map(row => rated(row, month)).filter(text => text !== null)).size > 1,
  )

/** 24 months up to `lastMonth`, oldest first, one row per bureau. Null if no bureau reports any month. */
export const buildPaymentGrid = (
  accounts: readonly ShownAccount[],
  bureaus: readonly Bureau[],
  lastMonth: string | null,
): PaymentGrid | null => {
  if (lastMonth === null || accounts.every(account => account.paymentHistory.length === 0)) return null
  const months = Array.from({ length: windowMonths }, (_, index) => {
    const month = addMonths(lastMonth, index + 1 - windowMonths)
    return { month, name: nameOf(month) }
  })
  const rows = bureaus.map(bureau => {
    const history = accounts.find(account => account.bureau === bureau)?.paymentHistory ?? []
    const byMonth = new Map(history.map(({ date, status }) => [date, paymentCells[status]]))
    return { bureau, cells: months.map(({ month }) => byMonth.get(month) ?? noDataCell) }
  })
  const shared = new Set(accounts.filter(account => account.valuesShared).map(account => account.bureau))
  const beyond = rows.flatMap(row => row.cells).filter(cell => !always.includes(cell))
  const half = windowMonths / 2
  return {
    ...partOf(months, rows, 0, windowMonths),
    years: yearsOf(months),
    halves: [partOf(months, rows, 0, half), partOf(months, rows, half, windowMonths)],
    differs: anyMonthDiffers(rows.filter(row => !shared.has(row.bureau))),
    legend: [...always, ...new Map(beyond.map(cell => [cell.text, cell])).values()],
  }
}

type RecentMonth = { month: string; cell: GridCell }

/** The newest months of an account, oldest first. 'Unknown' is shown as '-' here. */
export const selectRecentMonths = (
  account: Pick<ShownAccount, 'paymentHistory'>,
  lastMonth: string | null,
  count: number,
): RecentMonth[] | null => {
  if (lastMonth === null || account.paymentHistory.length === 0) return null
  const statuses = new Map(account.paymentHistory.map(({ date, status }) => [date, status]))
  return Array.from({ length: count }, (_, place) => {
    const month = addMonths(lastMonth, place + 1 - count)
    const status = statuses.get(month) ?? 'U'
    return { month, cell: status === 'U' ? noDataCell : paymentCells[status] }
  })
}
