import { parseText } from '../../fields.ts'
import { type Columns, countColumns, findColumns, isAtColumn } from '../columns.ts'
import { type Fields, readFields } from '../fields.ts'
import { dropIcons } from '../grids.ts'
import { createLabels, matchLabel, startsApart, widerThanBlank } from '../labels.ts'
import type { Row } from '../rows.ts'
import { createHeadings, rowsOf, type Section, splitSections } from '../sections.ts'
import { accountHeadings, accountLabels } from './labels.ts'

/** The accounts of the report as the rows of each, and their labeled values. */

type AccountLabel = (typeof accountLabels)[keyof typeof accountLabels]
type AccountPart = (typeof accountHeadings)[keyof typeof accountHeadings]

const labels = createLabels(accountLabels)
const plainHeadingOf = createHeadings(accountHeadings)

/** Some headings are preceded by an icon. */
const headingOf = (row: Row): AccountPart | null => plainHeadingOf({ ...row, text: dropIcons(row.text) })

const isAccountName = ({ words }: Row): boolean => words[0]?.text === 'Account' && words[1]?.text === 'Name'

const startsWithLabel = (row: Row): boolean => {
  const match = matchLabel(labels, index => row.words[index]?.text)
  return match !== null && startsApart(row, match.length)
}

/**
 * Where accounts begin: at "Account Info", or at "Account Name" if that is missing. Labels of an account after its other
 * parts, and a repeated part, belong to another account whose beginning is lost.
 */
const findStarts = (rows: readonly Row[]): number[] => {
  const starts: number[] = []
  let hasName = true
  let parts: AccountPart[] = ['history']
  rows.forEach((row, index) => {
    const heading = headingOf(row)
    const isName = isAccountName(row)
    const isAgain = heading !== null && parts.includes(heading)
    const isStart =
      heading === 'info' || isAgain || (isName && hasName) || (parts.length > 0 && startsWithLabel(row))
    if (isStart) starts.push(index)
    hasName = isName || (!isStart && hasName)
    parts = [...(isStart ? [] : parts), ...(heading === null || heading === 'info' ? [] : [heading])]
  })
  return starts
}

const isNegativeMark = ({ text }: Row): boolean => /^potentially negative$/i.test(dropIcons(text))

const folded = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/**
 * The rows of an account without the header of the next one at their end: its name, possibly on several lines, and marks.
 * A name that is spelled differently below is recognized by its larger font.
 */
const dropNextHeader = (rows: readonly Row[], nextName: string | null): Row[] => {
  const kept = rows.slice(0, rows.findLastIndex(row => !isNegativeMark(row)) + 1)
  const name = folded(nextName ?? '')
  let text = ''
  for (let index = kept.length - 1; index >= Math.max(1, kept.length - 4); index -= 1) {
    text = `${folded(kept[index]?.text ?? '')}${text}`
    if (text === name && text !== '') return kept.slice(0, index)
  }
  const [label, last] = [kept.find(row => isAccountName(row)), kept.at(-1)]
  const isTitle = label !== undefined && last !== undefined && last.size > label.size * 1.15
  return isTitle && !/[a-z]/.test(last.text) ? kept.slice(0, -1) : kept
}

/** More unknown labels than any page has. */
const MAX_UNKNOWN = 50

/** Unknown labels: at the position of labels, with a value to their right. */
const findUnknown = (rows: readonly Row[], columns: Columns): Set<string> => {
  const unknown = new Set<string>()
  for (const row of rows) {
    const own = columns.get(row.page) ?? []
    const laneOf = (index: number): number =>
      countColumns(own, (row.words[index]?.x ?? 0) + widerThanBlank * row.size)
    const starts = row.words.flatMap((_, index) => (startsApart(row, index) ? [index] : []))
    starts.forEach((index, at) => {
      const next = starts[at + 1]
      const isLabel = isAtColumn(own, row.words[index]?.x ?? 0, row.size)
      const hasValue = next !== undefined && laneOf(next) === laneOf(index)
      if (!isLabel || !hasValue || matchLabel(labels, word => row.words[index + word]?.text) !== null) return
      unknown.add(
        row.words
          .slice(index, next)
          .map(({ text }) => text)
          .join(' '),
      )
    })
  }
  return unknown
}

/** The rows without the sentence about how long the account stays, which may end any part. */
const dropRetention = (rows: readonly Row[]): Row[] => {
  let isInside = false
  return rows.filter(({ text }) => {
    const isPart = isInside || /^this account is scheduled to continue\b/i.test(text)
    isInside = isPart && !text.endsWith('.')
    return !isPart
  })
}

export type AccountEntry = {
  rows: readonly Row[]
  /** The fields below "Account Info". */
  fields: Fields<AccountLabel>
  sections: Section<AccountPart>[]
}

/** The rows of `Account Info`; nothing before it is labeled. */
const infoRows = (sections: readonly Section<AccountPart>[]): Row[] => [
  ...rowsOf(sections, null),
  ...rowsOf(sections, 'info'),
]

/** Every account of the section with its labeled values. */
export const readEntries = (rows: readonly Row[]): AccountEntry[] => {
  const starts = findStarts(rows)
  const entries = starts.map((start, index) => {
    const own = rows.slice(start, starts[index + 1])
    return { own, sections: splitSections(own, headingOf) }
  })
  const info = entries.flatMap(({ sections }) => infoRows(sections))
  const columns = findColumns(info, labels)
  const all = createLabels(accountLabels, [...findUnknown(info, columns)].slice(0, MAX_UNKNOWN))
  const fieldsOf = (sections: readonly Section<AccountPart>[]) =>
    readFields(infoRows(sections), all, { columns, colons: false })
  const names = entries.map(({ sections }) => parseText(fieldsOf(sections).values.get('creditor')?.value))
  return entries.map(({ own }, index) => {
    const kept = dropRetention(dropNextHeader(own, names[index + 1] ?? null))
    const sections = splitSections(kept, headingOf)
    return { rows: kept, fields: fieldsOf(sections), sections }
  })
}
