import { type CostKind, toCents } from './cost-rules.ts'

/** The cost book as CSV (RFC 4180) for spreadsheets. */

/**
 * A spreadsheet runs a cell that begins with one of these as a formula, also after spaces, and some take the full-width
 * signs too (OWASP, CSV Injection).
 */
const formulaStart = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

const cell = (text: string): string => {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

const line = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`

export const csvHeader = line(['month', 'client_id', 'client_name', 'kind', 'count', 'pages', 'cost_usd'])

export type CsvRow = {
  month: string
  /** Null for texts to numbers without an account. */
  clientId: string | null
  /** Null after erasure. */
  name: string | null
  kind: CostKind
  count: number
  /** Null where none were counted. */
  pages: number | null
  /** Hundredths of a cent; null where some had no price. */
  amount: number | null
}

export const csvLine = ({ month, clientId, name, kind, count, pages, amount }: CsvRow): string =>
  line([
    month,
    clientId ?? '',
    name ?? '',
    kind,
    String(count),
    pages === null ? '' : String(pages),
    amount === null ? '' : (toCents(amount) / 100).toFixed(2),
  ])
