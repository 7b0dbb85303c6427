import type { PublicRecord } from '../../../canonical.ts'
import { parseText } from '../../fields.ts'
import { isNothingPrinted, parsePrintedDate, readResponsibilityWords } from '../../printed-words.ts'
import { findColumns } from '../columns.ts'
import { readFields } from '../fields.ts'
import { createLabels, matchLabel } from '../labels.ts'
import type { Row } from '../rows.ts'
import { createHeadings, rowsOf, splitBlocks, splitSections } from '../sections.ts'
import { courtLabels, recordHeadings, recordLabels } from './labels.ts'

/** Public records: the labels below "Record Details", then the court. */

const [labels, court] = [createLabels(recordLabels), createLabels(courtLabels)]
const headingOf = createHeadings(recordHeadings)

/** Whether the section says that it has no entries. */
export const saysNone = (rows: readonly Row[]): boolean =>
  rows.some(({ text }) => /^no .{1,60} reported\b/i.test(text))

/** The rows of a record without the title of the next one, and marks beside it. */
const dropNextTitle = (rows: readonly Row[]): Row[] => {
  const kept = rows.slice(0, rows.findLastIndex(({ text }) => !/^potentially negative$/i.test(text)) + 1)
  const last = kept.at(-1)
  const isLabeled = last !== undefined && matchLabel(court, index => last.words[index]?.text) !== null
  return isLabeled ? kept : kept.slice(0, -1)
}

export const readRecords = (rows: readonly Row[]): PublicRecord[] => {
  const starts = rows.flatMap((row, index) => (headingOf(row) === 'details' ? [index] : []))
  const columns = findColumns(rows, labels)
  return splitBlocks(rows, starts).map((block, index) => {
    const sections = splitSections(index === starts.length - 1 ? block : dropNextTitle(block), headingOf)
    const details = readFields(rowsOf(sections, 'details'), labels, { columns, colons: false })
    const courts = readFields(rowsOf(sections, 'court'), court, { columns: new Map(), colons: false })
    const value = (name: Parameters<typeof details.values.get>[0]): string | null => {
      const text = parseText(details.values.get(name)?.value)
      return text === null || isNothingPrinted(text) ? null : text
    }
    return {
      id: `record-${index + 1}`,
      bureau: 'Experian',
      type: value('type') ?? 'Public record',
      disposition: null,
      filed: parsePrintedDate(value('filed')),
      disposed: parsePrintedDate(value('resolved')),
      court: parseText(courts.values.get('court')?.value ?? courts.loose[0]),
      caseNumber: value('number'),
      amount: null,
      plaintiff: null,
      responsibility: readResponsibilityWords(value('responsibility')),
    }
  })
}
