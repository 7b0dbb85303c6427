import type { Account, Address, PayToken } from '#features/reports/canonical.ts'
import { showDate } from '#values/dates.ts'
import { printedNumber } from '../known-report.ts'
import { line, type PrintedCell, type PrintedRow } from './page-rows.ts'

/** The accounts of known reports as printed by Equifax at annualcreditreport.com, with the quirks of its print. */

export type EquifaxQuirks = {
  /** How the ticks and boxes of the payment history are drawn or written; `lost`: for a PDF reader that sees none. */
  marks: 'stroke' | 'image' | 'character' | 'icon' | 'lost'
  /** Whether the legend shows them: drawn, only as words, or not at all. */
  legend: 'drawn' | 'bare' | 'none'
  /** Whether the lower part of an account is in columns, or its labels in sequence. */
  columns: boolean
  contact: 'oneLine' | 'twoLines'
  /** The placeholder for a missing value. */
  nothing: '' | '-' | '\u2014'
  numberedHeadings: boolean
  /** `>` and `<` around adverse values. */
  adverseMarks: boolean
  /** Inquiries of one company are in one row with all of their dates. */
  joinDates: boolean
  /** Empty points above the first account, which move every page break. */
  push: number
}

export const usualEquifax: EquifaxQuirks = {
  marks: 'stroke',
  legend: 'drawn',
  columns: true,
  contact: 'oneLine',
  nothing: '',
  numberedHeadings: false,
  adverseMarks: true,
  joinDates: false,
  push: 0,
}

/** Placeholders in a cell that become drawings when the page is laid out. */
export const [tick, box] = ['[tick]', '[box]']

const money = (amount: string | null): string | null =>
  amount === null ? null : `$${Number(amount).toLocaleString('en-US', { maximumFractionDigits: 0 })}`

export const phone = (number: string | null): string | null =>
  number === null ? null : `(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`

export const addressLines = ({ street, city, state, postal }: Address, quirks: EquifaxQuirks): string[] =>
  quirks.contact === 'oneLine'
    ? [`${street} ${city}, ${state} ${postal}`]
    : [String(street), `${city}, ${state} ${postal}`]

const statusWords: Partial<Record<PayToken, string>> = {
  OK: 'Pays As Agreed',
  '30': '30 Days Past Due',
  '60': '60 Days Past Due',
  '90': '90 Days Past Due',
  '120': 'Over 120 Days Past Due',
  '150': '150 Days Past Due',
  '180': '180 Days Past Due',
  CO: 'Charge Off',
  COL: 'Collection Account',
  REPO: 'Repossession',
  FC: 'Foreclosure',
  VS: 'Voluntary Surrender',
  BK: 'Included in Bankruptcy',
  U: 'Unrated',
}

const activityWords: Readonly<Record<string, string>> = {
  Paid: 'Paid and Closed',
  Closed: 'Closed',
  Transferred: 'Transfer/Sold',
}

const ownerWords: Readonly<Record<string, string>> = {
  Individual: 'Individual Account',
  Joint: 'Joint Account',
  'Authorized user': 'Authorized User',
}

const narrativeCodes: Readonly<Record<string, string>> = {
  Closed: '065',
  'Charged off as bad debt': '067',
  'Account information disputed by consumer': '167',
  'Placed for collection': '094',
}

/** A remark's narrative code, as printed next to its text. */
export const narrativeCode = (text: string): string => narrativeCodes[text] ?? '999'

/** The text for an account's state: its activity, otherwise its status. */
export const conditionWords = (row: Account): string | null =>
  activityWords[row.condition ?? ''] ?? (row.payStatus === null ? null : (statusWords[row.payStatus] ?? null))

const gridMarks: Partial<Record<PayToken, string>> = {
  OK: tick,
  CO: 'CO',
  COL: 'C',
  REPO: 'R',
  FC: 'F',
  VS: 'V',
  BK: 'B',
  U: 'TN',
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const gridCells = (first: string, cells: readonly string[]): PrintedCell[] => [
  { x: 0, width: 30, text: first },
  ...cells.map((text, index) => ({ x: 50 + index * 38, width: 36, text })),
]

const legendRows = (quirks: EquifaxQuirks): PrintedRow[] => {
  const drawn = (mark: string) => (quirks.legend === 'drawn' ? mark : '')
  return quirks.legend === 'none'
    ? []
    : [
        {
          gap: 4,
          cells: [
            { x: 0, width: 10, text: drawn(tick) },
            { x: 12, width: 60, text: 'Paid on Time' },
            { x: 90, width: 90, text: '30 30 Days Past Due' },
            { x: 190, width: 90, text: '60 60 Days Past Due' },
            { x: 290, width: 90, text: 'CO Charge-Off' },
          ],
        },
        {
          cells: [
            { x: 90, width: 90, text: 'C Collection Account' },
            { x: 178, width: 10, text: drawn(box) },
            { x: 190, width: 90, text: 'No Data Available' },
            { x: 290, width: 90, text: 'TN Too New to Rate' },
          ],
        },
      ]
}

/** One row per year, newest first: every month between the first and the last has a mark. */
const historyRows = ({ paymentHistory }: Account, quirks: EquifaxQuirks): PrintedRow[] => {
  const marks = new Map(paymentHistory.map(({ date, status }) => [date, gridMarks[status] ?? status]))
  const [first, last] = [paymentHistory[0]?.date ?? '', paymentHistory.at(-1)?.date ?? '']
  const years = [...new Set(paymentHistory.map(({ date }) => Number(date.slice(0, 4))))]
  const all =
    years.length === 0
      ? []
      : Array.from(
          { length: Math.max(...years) - Math.min(...years) + 1 },
          (_, at) => Math.max(...years) - at,
        )
  return all.length === 0
    ? []
    : [
        line('Payment History', { gap: 4 }),
        { cells: gridCells('Year', months) },
        ...all.map(year => ({
          cells: gridCells(
            String(year),
            months.map((_, index) => {
              const month = `${year}-${String(index + 1).padStart(2, '0')}`
              return marks.get(month) ?? (month > first && month < last ? box : '')
            }),
          ),
        })),
        ...legendRows(quirks),
      ]
}

export const accountRows = (row: Account, quirks: EquifaxQuirks): PrintedRow[] => {
  const orNothing = (value: string | null | undefined) => value ?? quirks.nothing
  const isAdverse = !['OK', 'U', null].includes(row.payStatus)
  const status = row.payStatus === null ? null : (statusWords[row.payStatus] ?? null)
  const marked = status !== null && isAdverse && quirks.adverseMarks ? `>${status}<` : status
  const packed = (...pieces: string[]) => line(pieces.join(' | '))
  const three = (...texts: string[]): PrintedRow =>
    quirks.columns
      ? { cells: texts.map((text, index) => ({ x: index * 182, width: 176, text })) }
      : line(texts.join(' '))
  const contact = [
    ...(row.address === null ? [] : addressLines(row.address, quirks)),
    ...(row.creditorPhone === null ? [] : [phone(row.creditorPhone) ?? '']),
  ]
  const suffix = row.openClosed === null ? '' : ` - ${row.openClosed}`
  return [
    line(`${row.creditorNameReported}${suffix}`, { size: 11, gap: 14 }),
    ...(quirks.contact === 'oneLine'
      ? contact.length > 0
        ? [packed(...contact)]
        : []
      : contact.map(text => line(text))),
    packed(
      `Date Reported: ${orNothing(showDate(row.lastReported))}`,
      `Balance: ${orNothing(money(row.currentBalance))}`,
    ),
    packed(
      `Account Number: ${orNothing(row.accountNumber && printedNumber(row.accountNumber, 'equifax-pdf'))}`,
      `Owner: ${orNothing(ownerWords[row.responsibility ?? ''])}`,
    ),
    packed(
      `Credit Limit: ${orNothing(money(row.creditLimit))}`,
      `High Credit: ${orNothing(money(row.highBalance))}`,
    ),
    packed(`Loan/Account Type: ${orNothing(row.accountTypeDetail)}`, `Status: ${orNothing(marked)}`),
    three(
      `Date Opened: ${orNothing(showDate(row.dateOpened))}`,
      `Date of 1st Delinquency: ${orNothing(showDate(row.dateFirstDelinquency))}`,
      'Terms Frequency: Monthly',
    ),
    three(
      `Date of Last Activity: ${orNothing(showDate(row.dateLastActive))}`,
      `Date Major Delinquency 1st Reported: ${quirks.nothing}`,
      `Months Reviewed: ${orNothing(row.monthsReviewed?.toString())}`,
    ),
    three(
      `Scheduled Payment Amount: ${orNothing(money(row.monthlyPayment))}`,
      `Amount Past Due: ${orNothing(money(row.amountPastDue))}`,
      `Deferred Payment Start Date: ${quirks.nothing}`,
    ),
    three(
      `Actual Payment Amount: ${quirks.nothing}`,
      `Charge Off Amount: ${orNothing(money(row.chargeOffAmount))}`,
      `Balloon Payment Amount: ${quirks.nothing}`,
    ),
    three(
      `Date of Last Payment: ${orNothing(showDate(row.dateLastPayment))}`,
      `Date Closed: ${orNothing(showDate(row.dateClosed))}`,
      `Balloon Payment Date: ${quirks.nothing}`,
    ),
    three(
      `Term Duration: ${orNothing(row.termLength === null ? null : `${row.termLength} Months`)}`,
      `Activity Designator: ${orNothing(activityWords[row.condition ?? ''])}`,
      `Narrative Code(s): ${orNothing(row.remarks.map(({ text }) => narrativeCode(text)).join(', ') || null)}`,
    ),
    ...(row.remarks.length === 0 ? [] : [line('Narrative Code Description')]),
    ...row.remarks.map(({ text }) => line(`${narrativeCode(text)} ${text}`)),
    ...historyRows(row, quirks),
  ]
}
