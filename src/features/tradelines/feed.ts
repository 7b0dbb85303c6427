import { type Bureau, bureaus, sortBureaus } from '#values/bureau.ts'
import { addMonthsToDay, isPartialDate, type PartialDate } from '#values/dates.ts'

/**
 * Reads a supplier's list row by row (columns: docs/reference/tradelines.md). An invalid row is refused with a
 * reason; the others are read.
 */

export type FeedRow = Readonly<Record<string, unknown>>

/** A line as its supplier offers it. Money in whole dollars per slot. */
export type FeedLine = {
  supplierId: string
  name: string
  bank: string
  creditLimit: number
  price: number
  slots: number
  /** Day or month; null when only an age is given. */
  opened: PartialDate | null
  /** The given age in whole months, rounded down; null when a date is given. */
  statedMonths: number | null
  /** The last day to buy, `YYYY-MM-DD`. */
  purchaseBy: string | null
  /** Where it is reported; empty when the supplier does not state it. */
  bureaus: readonly Bureau[]
}

type RejectedRow = { row: number; supplierId: string | null; reason: string }

export const MAX_ROWS = 10_000

/** Alternative column names, compared without case, spaces and punctuation. */
const spellings = {
  supplierId: ['id', 'supplierid', 'cardid', 'sku'],
  name: ['name', 'card', 'cardname', 'tradeline'],
  bank: ['bank', 'issuer', 'creditor'],
  creditLimit: ['creditlimit', 'limit'],
  price: ['price', 'cost'],
  slots: ['slots', 'stock', 'spots', 'available'],
  opened: ['opened', 'dateopened', 'opendate'],
  ageYears: ['ageyears', 'age'],
  purchaseBy: ['purchaseby', 'purchasedeadline', 'deadline'],
  bureaus: ['bureaus', 'reportsto'],
} as const
type Column = keyof typeof spellings

const columns = Object.keys(spellings).filter((name): name is Column => name in spellings)

const plainKey = (key: string) => key.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Text and numbers only; '' for anything else. */
const textOf = (value: unknown): string => {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? value.trim() : ''
}

type Cells = Readonly<Record<Column, string>>

const cellsOf = (row: FeedRow): Cells => {
  const byKey = new Map<string, string>()
  for (const [key, value] of Object.entries(row)) {
    const text = Array.isArray(value) ? value.map(textOf).join(' ') : textOf(value)
    byKey.set(plainKey(key), text)
  }
  const cell = (column: Column) =>
    spellings[column].map(spelling => byKey.get(spelling)).find(text => text !== undefined) ?? ''
  return {
    supplierId: cell('supplierId'),
    name: cell('name'),
    bank: cell('bank'),
    creditLimit: cell('creditLimit'),
    price: cell('price'),
    slots: cell('slots'),
    opened: cell('opened'),
    ageYears: cell('ageYears'),
    purchaseBy: cell('purchaseBy'),
    bureaus: cell('bureaus'),
  }
}

/** Why a row is refused, worded for the supplier. */
type Trouble = { trouble: string }

const isTrouble = (value: unknown): value is Trouble =>
  typeof value === 'object' && value !== null && 'trouble' in value

/** `$15,000.00` as 15000. Cents are refused, not rounded: prices are shown and added in whole dollars. */
const dollarsIn = (text: string, what: string, most: number): number | Trouble => {
  if (text === '') return { trouble: `${what} is missing` }
  const match = /^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return { trouble: `${what} is not an amount of dollars` }
  if (Number(match[2] ?? 0) !== 0) return { trouble: `${what} must be whole dollars` }
  const dollars = Number(match[1]?.replaceAll(',', ''))
  if (dollars < 1) return { trouble: `${what} must be more than zero` }
  return dollars > most ? { trouble: `${what} is more than ${most}` } : dollars
}

const wordsIn = (text: string, what: string, most: number): string | Trouble => {
  if (text === '') return { trouble: `${what} is missing` }
  if (text.length > most) return { trouble: `${what} has more than ${most} characters` }
  return /\p{C}/u.test(text) ? { trouble: `${what} has characters that cannot be shown` } : text
}

const slotsIn = (text: string): number | Trouble => {
  if (text === '') return { trouble: 'slots is missing' }
  return /^\d{1,3}$/.test(text) ? Number(text) : { trouble: 'slots must be a whole number up to 999' }
}

type Age = Pick<FeedLine, 'opened' | 'statedMonths'>

/** The opening date takes precedence over an age, because it stays true. */
const ageIn = ({ opened, ageYears }: Cells, today: string): Age | Trouble => {
  if (opened !== '') {
    const isWhole = opened.length >= 7 && isPartialDate(opened)
    if (!isWhole) return { trouble: 'opened must be a date like 2014-03-09 or a month like 2014-03' }
    return opened > today ? { trouble: 'opened is in the future' } : { opened, statedMonths: null }
  }
  const match = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(ageYears)
  if (!match) return { trouble: ageYears === '' ? 'opened is missing' : 'ageYears must be years like 9.5' }
  const hundredths = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return { opened: null, statedMonths: Math.floor((hundredths * 12) / 100) }
}

const deadlineIn = (text: string): string | null | Trouble => {
  if (text === '') return null
  return text.length === 10 && isPartialDate(text)
    ? text
    : { trouble: 'purchaseBy must be a date like 2026-12-05' }
}

const bureausIn = (text: string): Bureau[] | Trouble => {
  const names = text.split(/[^A-Za-z]+/).filter(name => name !== '')
  const found = names.map(name => bureaus.find(bureau => bureau.toLowerCase() === name.toLowerCase()))
  const known = found.filter(bureau => bureau !== undefined)
  return known.length === names.length
    ? sortBureaus(known)
    : { trouble: 'bureaus names one that is not known' }
}

const lineIn = (cells: Cells, today: string): FeedLine | Trouble => {
  const age = ageIn(cells, today)
  const parts = {
    supplierId: wordsIn(cells.supplierId, 'id', 64),
    name: wordsIn(cells.name, 'name', 80),
    bank: wordsIn(cells.bank, 'bank', 80),
    creditLimit: dollarsIn(cells.creditLimit, 'creditLimit', 1_000_000),
    price: dollarsIn(cells.price, 'price', 100_000),
    slots: slotsIn(cells.slots),
    purchaseBy: deadlineIn(cells.purchaseBy),
    bureaus: bureausIn(cells.bureaus),
  }
  const { supplierId, name, bank, creditLimit, price, slots, purchaseBy, bureaus: postsTo } = parts
  if (isTrouble(supplierId)) return supplierId
  if (isTrouble(name)) return name
  if (isTrouble(bank)) return bank
  if (isTrouble(creditLimit)) return creditLimit
  if (isTrouble(price)) return price
  if (isTrouble(slots)) return slots
  if (isTrouble(age)) return age
  if (isTrouble(purchaseBy)) return purchaseBy
  if (isTrouble(postsTo)) return postsTo
  return { supplierId, name, bank, creditLimit, price, slots, ...age, purchaseBy, bureaus: postsTo }
}

/** The lines of a list and the rows that are refused, counted from 1. The second row of an id is refused. */
export const parseFeedRows = (
  rows: readonly FeedRow[],
  today: string,
): { lines: FeedLine[]; refused: RejectedRow[] } => {
  const lines = new Map<string, FeedLine>()
  const refused: RejectedRow[] = []
  for (const [index, row] of rows.entries()) {
    const cells = cellsOf(row)
    const line = lineIn(cells, today)
    const place = { row: index + 1, supplierId: cells.supplierId.slice(0, 64) || null }
    if (isTrouble(line)) refused.push({ ...place, reason: line.trouble })
    else if (lines.has(line.supplierId)) refused.push({ ...place, reason: 'this id is in the list twice' })
    else lines.set(line.supplierId, line)
  }
  return { lines: [...lines.values()], refused }
}

/** The opening day that a stated age means on the day it is first read. */
export const dateFromAge = (months: number, today: string): string => addMonthsToDay(today, -months)

export const requiredColumns = columns.filter(name => !['ageYears', 'purchaseBy', 'bureaus'].includes(name))
