import { findMonthHeader, yearOf } from '../grids.ts'
import { createLabels, matchLabel } from '../labels.ts'
import type { Row } from '../rows.ts'
import { isLegend } from './history.ts'

/** The accounts of an Equifax print: where each begins, and its parts. */

export const accountLabelTable = {
  'Date Reported': 'lastReported',
  Balance: 'balance',
  'Account Number': 'number',
  Owner: 'owner',
  'Credit Limit': 'limit',
  'High Credit': 'high',
  'Loan/Account Type': 'type',
  Status: 'status',
  'Date Opened': 'opened',
  'Date of 1st Delinquency': 'firstDelinquency',
  'Terms Frequency': 'frequency',
  'Date of Last Activity': 'lastActivity',
  'Date Major Delinquency 1st Reported': 'majorDelinquency',
  'Months Reviewed': 'monthsReviewed',
  'Scheduled Payment Amount': 'scheduledPayment',
  'Amount Past Due': 'pastDue',
  'Deferred Payment Start Date': 'deferredStart',
  'Actual Payment Amount': 'actualPayment',
  'Charge Off Amount': 'chargeOff',
  'Balloon Payment Amount': 'balloonPayment',
  'Date of Last Payment': 'lastPayment',
  'Date Closed': 'closed',
  'Balloon Payment Date': 'balloonDate',
  'Term Duration': 'term',
  'Activity Designator': 'activity',
  'Narrative Code(s)': 'narratives',
} as const
export const accountLabels = createLabels(accountLabelTable)

/** The account's labels in a row: at its start, after a bar, or with a colon. */
const labelsIn = ({ words }: Row): string[] =>
  words.flatMap((_, index) => {
    const match = matchLabel(accountLabels, at => words[index + at]?.text)
    const isStart = index === 0 || words[index - 1]?.text === '|'
    return match !== null && (match.hasColon || isStart) ? match.text : []
  })

const suffix = / - (Open|Closed)$/

/** Whether a row may be part of an account, so that it is not page furniture even if it repeats. */
export const isAccountRow = (row: Row): boolean =>
  suffix.test(row.text) || isBelowLabels(row) || labelsIn(row).length > 0

/** Ends in a ZIP code after a state, or contains a phone number. */
const isContact = ({ text }: Row): boolean =>
  /\b[A-Z]{2},? \d{5}(?:-\d{4})?\b/.test(text) || /\(?\b\d{3}\)?[ -]\d{3}-\d{4}\b/.test(text)

const isHistoryHeading = ({ text }: Row): boolean => /^(?:Payment|24 Month) History$/i.test(text)

const isDescriptionHeading = ({ text }: Row): boolean =>
  /^Narrative Code(?:\(s\)|s)?(?: Code)? Description/i.test(text)

/** Rows of the parts below the labels: histories and the text of narrative codes. */
const isBelowLabels = (row: Row): boolean =>
  isHistoryHeading(row) || isDescriptionHeading(row) || isLegend(row) || findMonthHeader(row) !== null

const isInGrid = (row: Row): boolean =>
  isBelowLabels(row) ||
  yearOf(row) !== null ||
  /^\d{2}\/\d{2} /.test(row.text) ||
  /\bDays Past Due\b|\bNo Data\b|\bToo New\b|\bCharge[- ]Off\b/i.test(row.text)

/** The index of the heading above a row with labels: with `- Open` or `- Closed`, or above an address; else null. */
const findHeading = (rows: readonly Row[], labeled: readonly boolean[], at: number): number | null => {
  let address: number | null = null
  for (let index = at - 1; index >= Math.max(0, at - 4); index -= 1) {
    const row = rows[index]
    if (row === undefined || labeled[index] === true) break
    if (suffix.test(row.text)) return index
    if (isContact(row)) address = index
  }
  const above = address === null ? undefined : rows[address - 1]
  return address !== null && above !== undefined && labeled[address - 1] !== true && !isInGrid(above)
    ? address - 1
    : null
}

/** The rows of the payment grid among those below the labels. */
export const gridRowsOf = (below: readonly Row[]): Row[] => {
  const start = below.findIndex(row => findMonthHeader(row) !== null)
  const end = below.findIndex(
    (row, index) => index > start && (isLegend(row) || isHistoryHeading(row) || isDescriptionHeading(row)),
  )
  return start === -1 ? [] : below.slice(start, end === -1 ? below.length : end)
}

/** Up to this many repeated labels are duplicates; more are the next account. */
const mostRepeated = 2

export type AccountBlock = {
  /** Null if it is lost: the account has no known name. */
  heading: Row | null
  /** Address and phone, between the heading and the first label. */
  contact: Row[]
  labels: Row[]
  /** Below the labels: descriptions, history, legend. */
  below: Row[]
}

const partsOf = (rows: readonly Row[], heading: Row | null, firstLabel: number): AccountBlock => {
  const end = rows.findIndex((row, index) => index > firstLabel && isBelowLabels(row))
  const stop = end === -1 ? rows.length : end
  // The text of narrative codes may be directly below the labels.
  const described = rows.findIndex(
    (row, index) => index > firstLabel && index < stop && /^\d{3} [A-Z]/.test(row.text),
  )
  const cut = described === -1 ? stop : described
  return {
    heading,
    contact: rows.slice(heading === null ? 0 : 1, firstLabel),
    labels: rows.slice(firstLabel, cut),
    below: rows.slice(cut),
  }
}

/**
 * Splits the rows into one block per account. A new account begins below a heading, or where the labels start again.
 * `lost`: headings of accounts without anything below them.
 */
export const splitAccounts = (rows: readonly Row[]): { blocks: AccountBlock[]; lost: Row[] } => {
  const names = rows.map(labelsIn)
  const labeled = names.map(({ length }) => length > 0)
  const starts: { start: number; heading: Row | null; firstLabel: number }[] = []
  let seen = new Set<string>()
  const repeatsAt = (index: number): number =>
    new Set(
      names
        .slice(index, index + 6)
        .flat()
        .filter(name => seen.has(name)),
    ).size
  names.forEach((own, index) => {
    if (own.length === 0) return
    const heading = labeled[index - 1] === true ? null : findHeading(rows, labeled, index)
    const repeats = own.some(name => seen.has(name)) && repeatsAt(index) > mostRepeated
    if (starts.length === 0 || heading !== null || repeats) {
      const above = rows[index - 1]
      const bare = above !== undefined && labeled[index - 1] !== true && !isInGrid(above) ? index - 1 : null
      const start = heading ?? bare ?? index
      starts.push({ start, heading: start === index ? null : (rows[start] ?? null), firstLabel: index })
      seen = new Set()
    }
    for (const name of own) seen.add(name)
  })
  const used = new Set(starts.map(({ heading }) => heading))
  return {
    blocks: starts.map(({ start, heading, firstLabel }, index) =>
      partsOf(rows.slice(start, starts[index + 1]?.start), heading, firstLabel - start),
    ),
    lost: rows.filter(row => suffix.test(row.text) && !used.has(row)),
  }
}

/** The creditor's name and whether the heading states open or closed. */
export const parseHeading = ({ text }: Row): { name: string; openClosed: 'Open' | 'Closed' | null } => {
  const state = suffix.exec(text)?.[1]
  return {
    name: text.replace(suffix, ''),
    openClosed: state === 'Open' || state === 'Closed' ? state : null,
  }
}
