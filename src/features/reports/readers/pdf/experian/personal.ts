import type { PersonalInfo, PublicRecord } from '../../../canonical.ts'
import { distinct, parseFreeText, parsePhone, parseText } from '../../fields.ts'
import { isNothingPrinted, parsePrintedDate, readResponsibilityWords } from '../../printed-words.ts'
import { findColumns } from '../columns.ts'
import { readFields } from '../fields.ts'
import { createLabels, matchLabel } from '../labels.ts'
import type { Row } from '../rows.ts'
import { createHeadings, rowsOf, splitBlocks, splitSections } from '../sections.ts'
import { readAddressLines } from './address.ts'
import {
  byPlace,
  courtLabels,
  isBelow,
  type Phrase,
  personalHeadings,
  phrasesIn,
  readColumns,
  recordHeadings,
  recordLabels,
} from './labels.ts'

/** Experian's personal information: names, addresses and so on, laid out in columns. */

/** Whether a line ends a name or an address, or may be below it. */
const isIdentifier = (text: string): boolean => /^(?:name|address) id\b/i.test(text) || /^#\d{3,}$/.test(text)
const kinds =
  /^(?:single family|apartment|multifamily|complex|condominium|townhouse|duplex|cellular|residential)$/i

/** Lines of one entry are closer than this, in font sizes. */
const lineHeight = 1.9

/**
 * The entries of a list from left to right and from top to bottom, each with its lines. If identifiers end the entries, one
 * may continue across a page break.
 */
const readEntries = (rows: readonly Row[]): string[][] => {
  const hasIdentifiers = rows.some(row => phrasesIn(row).some(({ text }) => isIdentifier(text)))
  const entries: Phrase[][] = []
  for (const column of readColumns(rows)) {
    let isClosed = true
    column.forEach((phrase, index) => {
      const before = column[index - 1]
      const isNear =
        before !== undefined &&
        (isBelow(phrase, before, lineHeight) || (hasIdentifiers && phrase.row.page > before.row.page))
      const continues = !isClosed && isNear
      isClosed = isIdentifier(phrase.text)
      if (isClosed || kinds.test(phrase.text)) return
      if (continues) entries.at(-1)?.push(phrase)
      else entries.push([phrase])
    })
  }
  return entries
    .toSorted(([a], [b]) => (a === undefined || b === undefined ? 0 : byPlace(a, b)))
    .map(phrases => phrases.map(({ text }) => text))
}

const joined = (lines: readonly string[]): string | null => parseText(lines.join(' '))

/** The last four digits of a masked SSN. */
const lastFourIn = (rows: readonly Row[]): string | null =>
  rows.map(({ text }) => /(?:^|[ X*#-])(\d{4})$/.exec(text)?.[1] ?? null).find(four => four !== null) ?? null

const birthYearIn = (rows: readonly Row[]): string | null =>
  rows.map(({ text }) => /^(?:19|20)\d\d$/.exec(text)?.[0] ?? null).find(year => year !== null) ?? null

/** Whether a text means that nothing is reported. */
const isNone = (text: string): boolean => /^(?:none|no .{1,60} reported)\.?$/i.test(text)

export const readPersonal = (rows: readonly Row[], preparedFor: string | null): PersonalInfo => {
  const sections = splitSections(rows, createHeadings(personalHeadings))
  const entriesOf = (name: (typeof personalHeadings)[keyof typeof personalHeadings]): string[][] =>
    readEntries(rowsOf(sections, name)).filter(lines => !isNone(lines.join(' ')))
  const names = distinct(entriesOf('names').map(joined))
  const name = preparedFor ?? names[0] ?? null
  const [currentAddress = null, ...previousAddresses] = entriesOf('addresses').flatMap(lines => {
    const address = readAddressLines(lines)
    return address === null ? [] : [{ ...address, reported: null }]
  })
  const isName = (one: string): boolean => one.toUpperCase() === name?.toUpperCase()
  return {
    bureau: 'Experian',
    name,
    aliases: names.filter(one => !isName(one)),
    dob: birthYearIn(rowsOf(sections, 'birth')),
    ssnLastFour: lastFourIn(rowsOf(sections, 'ssn')),
    currentAddress,
    previousAddresses,
    employers: distinct(entriesOf('employers').map(joined)),
    phones: distinct(entriesOf('phones').map(lines => parsePhone(lines.join(' ')))),
    consumerStatements: distinct(entriesOf('statements').map(lines => parseFreeText(lines.join(' ')))),
  }
}

/** Public records: the labels below "Record Details", then the court. */

const [labels, court] = [createLabels(recordLabels), createLabels(courtLabels)]
const headingOf = createHeadings(recordHeadings)

/** Whether the section states that it has no entries. */
export const saysNone = (rows: readonly Row[]): boolean =>
  rows.some(({ text }) => /^no .{1,60} reported\b/i.test(text))

/** The rows of a record without the title of the next one and marks next to it. */
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
      removalDate: parsePrintedDate(value('until')),
    }
  })
}
