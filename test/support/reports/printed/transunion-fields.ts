import type { Address } from '#features/reports/canonical.ts'
import type { Dollars } from '#values/money.ts'
import { line, type PrintedCell, type PrintedRow } from './page-rows.ts'

/** How a mock page of TransUnion's report prints labels and values. */

export type TransUnionQuirks = {
  /** The name and number of an account: two labels above two values, four lines, or one line. */
  header: 'pair' | 'lines' | 'one line'
  fields: 'beside' | 'below'
  /** The placeholder for a value that is not reported. */
  nothing: 'left out' | 'empty' | '-' | '—'
  colon: boolean
  /** The width of a value in points. */
  valueWidth: number
  wrap: 'blank' | 'anywhere'
  months: {
    labels: 'once a row' | 'beside' | 'above' | 'below'
    across: number
    order: 'newest first' | 'oldest first'
    total: boolean
  }
  spelling: 'usual' | 'other'
  /** Points before the report begins, which move the page breaks. */
  before: number
  /** Rows with an unknown label, in every account. */
  unknownLabels: number
  withMessages: boolean
}

export const usualTransUnion: TransUnionQuirks = {
  header: 'pair',
  fields: 'beside',
  nothing: 'left out',
  colon: false,
  valueWidth: 250,
  wrap: 'blank',
  months: { labels: 'once a row', across: 6, order: 'newest first', total: true },
  spelling: 'usual',
  before: 0,
  unknownLabels: 0,
  withMessages: true,
}

type Quirks = TransUnionQuirks
export type Value = string | null

const labelWidth = 150
export const heading = (text: string): PrintedRow => line(text, { size: 14, gap: 10 })
export const subHeading = (text: string): PrintedRow => line(text, { size: 10, gap: 6 })

const valueCell = (x: number, text: string, { valueWidth, wrap }: Quirks): PrintedCell => ({
  x,
  width: valueWidth,
  text,
  wrap,
})

export const field = (label: string, value: Value, quirks: Quirks): PrintedRow[] => {
  if (value === null && quirks.nothing === 'left out') return []
  const text = value ?? (quirks.nothing === 'empty' ? '' : quirks.nothing)
  const shown = quirks.colon ? `${label}:` : label
  const labelCell = { x: 0, width: labelWidth, text: shown }
  if (quirks.fields === 'beside') return [{ cells: [labelCell, valueCell(labelWidth + 10, text, quirks)] }]
  return [line(shown), ...(text === '' ? [] : [{ cells: [valueCell(0, text, quirks)] }])]
}

export const fieldsOf = (pairs: readonly (readonly [string, Value])[], quirks: Quirks): PrintedRow[] =>
  pairs.flatMap(([label, value]) => field(label, value, quirks))

export const money = (amount: Dollars | null): Value =>
  amount === null ? null : `$${Math.round(Number(amount)).toLocaleString('en-US')}`

export const addressLine = (address: Address | null): Value =>
  address === null
    ? null
    : `${[address.street, address.city].filter(Boolean).join(' ')}, ${[address.state, address.postal].filter(Boolean).join(' ')}`

export const phoneLine = (phone: string | null): Value =>
  phone?.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3') ?? null
