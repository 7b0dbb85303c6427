import { startsApart } from '../labels.ts'
import type { Row, RowWord } from '../rows.ts'

/** The headings and labels of Experian's report (evidence: docs/reference/report-formats.md). */

/** Headings of the sections; everything after the last of them is not about the person. */
export const sectionHeadings = {
  'Personal Information': 'personal',
  Accounts: 'accounts',
  'Public Records': 'publicRecords',
  'Hard Inquiries': 'hard',
  'Soft Inquiries': 'soft',
  'Important Messages': 'end',
  'Contact Experian': 'end',
  'Know Your Rights': 'end',
  'Public Records Information': 'end',
  'Medical Information': 'end',
} as const

export const topLabels = {
  'Prepared For': 'name',
  'Personal & Confidential': 'confidential',
  'Date Generated': 'date',
  'Report Number': 'number',
  'At a Glance': 'glance',
} as const

export const personalHeadings = {
  Names: 'names',
  Addresses: 'addresses',
  'Social Security Numbers': 'ssn',
  'Social Security Number Variations': 'ssn',
  'SSN Variations': 'ssn',
  'Year of Birth': 'birth',
  'Phone Numbers': 'phones',
  'Spouse or Co-Applicant': 'spouse',
  Employers: 'employers',
  'Personal Statements': 'statements',
  'Other Records': 'others',
} as const

/** Headings within an account. */
export const accountHeadings = {
  'Account Info': 'info',
  'Payment History': 'history',
  'Balance Histories': 'balances',
  'Additional Info': 'more',
  'Historical Info': 'historical',
  'Contact Info': 'contact',
  Comment: 'comment',
  Comments: 'comment',
  'Your Statement': 'statement',
  'Reinvestigation Info': 'reinvestigation',
} as const

/** Labels below the heading `Account Info`, on the left and on the right. */
export const accountLabels = {
  'Account Name': 'creditor',
  'Account Number': 'number',
  'Account Type': 'type',
  Responsibility: 'responsibility',
  'Interest Type': 'interest',
  'Date Opened': 'opened',
  Status: 'status',
  'Status Updated': 'statusUpdated',
  Balance: 'balance',
  'Balance Updated': 'balanceUpdated',
  'Recent Payment': 'recentPayment',
  'Monthly Payment': 'monthlyPayment',
  'Credit Limit': 'limit',
  'Original Balance': 'original',
  'Highest Balance': 'highest',
  Terms: 'terms',
  'On Record Until': 'until',
} as const

export const historicalLabels = { 'Original Creditor': 'originalCreditor' } as const

export const contactLabels = { Address: 'address', 'Phone Number': 'phone' } as const

export const recordHeadings = { 'Record Details': 'details', 'Court Information': 'court' } as const

export const recordLabels = {
  'Record Type': 'type',
  'Reference Number': 'number',
  Responsibility: 'responsibility',
  'Date Filed': 'filed',
  'Date Resolved': 'resolved',
  'On Record Until': 'until',
} as const

export const courtLabels = { Court: 'court', ...contactLabels } as const

/** Short texts that a page lays out in columns: names, addresses, inquiries. */

/** Words of a row without a wide gap between them. */
export type Phrase = { row: Row; words: RowWord[]; x: number; x2: number; text: string }

export const phrasesIn = (row: Row): Phrase[] => {
  const phrases: Phrase[] = []
  row.words.forEach((word, index) => {
    const { x, x2, text } = word
    const last = phrases.at(-1)
    if (last === undefined || startsApart(row, index)) phrases.push({ row, words: [word], x, x2, text })
    else
      phrases[phrases.length - 1] = {
        ...last,
        words: [...last.words, word],
        x2,
        text: `${last.text} ${text}`,
      }
  })
  return phrases
}

/** Left edges at most this far apart are one column, in font sizes. */
const sameEdge = 1

/** The phrases of each column, columns from left to right and phrases from top to bottom. */
export const readColumns = (rows: readonly Row[]): Phrase[][] => {
  const columns: Phrase[][] = []
  for (const phrase of rows.flatMap(phrasesIn).toSorted((a, b) => a.x - b.x)) {
    const last = columns.at(-1)
    const edge = last?.[0]
    if (last !== undefined && edge !== undefined && phrase.x - edge.x <= sameEdge * phrase.row.size)
      last.push(phrase)
    else columns.push([phrase])
  }
  return columns.map(column => column.toSorted(byPlace))
}

export const byPlace = (a: Phrase, b: Phrase): number =>
  a.row.page - b.row.page || a.row.y - b.row.y || a.x - b.x

/** Whether a phrase is directly below another, with at most `sizes` font sizes between their baselines. */
export const isBelow = ({ row }: Phrase, before: Phrase, sizes: number): boolean =>
  row.page === before.row.page && row.y - before.row.y <= sizes * Math.max(row.size, before.row.size)
