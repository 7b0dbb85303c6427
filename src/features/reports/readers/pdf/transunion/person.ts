import type { Inquiry, PersonalInfo, PublicRecord, ReportedAddress } from '../../../canonical.ts'
import type { Doubt } from '../../../coverage.ts'
import { distinct, parseFreeText, parseLastFour, parsePhone } from '../../fields.ts'
import { parsePrintedDate } from '../../printed-words.ts'
import { type Field, type Fields, readFields } from '../fields.ts'
import type { Labels } from '../labels.ts'
import type { Row } from '../rows.ts'
import { rowsOf, splitSections } from '../sections.ts'
import { createDoubt } from '../values.ts'
import { type Joiner, joinValues } from '../wrapping.ts'
import { splitEntries } from './entries.ts'
import {
  columnsOf,
  inquiryLabels,
  monthIn,
  personGroupOf,
  personLabels,
  printedIn,
  printedOf,
  readAddressLine,
  recordLabels,
  topLabels,
} from './labels.ts'

/** The person, public records and inquiries in TransUnion's consumer report. */

const readLabels = <Name extends string>(
  rows: readonly Row[],
  labels: Labels<Name>,
  join: Joiner,
): Fields<Name> =>
  joinValues(readFields(rows, labels, { columns: columnsOf(rows, labels), colons: false }), join)

/** All fields in their order on the page. */
const inOrder = <Name extends string>({ values, twice }: Fields<Name>): Field[] =>
  [...values.values(), ...twice].toSorted(
    (a, b) => (a.place?.page ?? 0) - (b.place?.page ?? 0) || (a.place?.top ?? 0) - (b.place?.top ?? 0),
  )

export const readTop = (rows: readonly Row[]) => {
  const fields = readFields(rows, topLabels, { columns: new Map(), colons: false })
  const name = fields.values.get('name')?.lines[0] ?? null
  return {
    name: parseFreeText(name),
    fileNumber: parseFreeText(fields.values.get('fileNumber')?.lines[0]),
    date:
      parsePrintedDate(fields.values.get('reportDate')?.lines[0] ?? null) ??
      parsePrintedDate(fields.values.get('created')?.lines[0] ?? null),
  }
}

const addressesOf = (
  rows: readonly Row[],
  join: Joiner,
): { current: ReportedAddress[]; previous: ReportedAddress[] } => {
  const current: ReportedAddress[] = []
  const previous: ReportedAddress[] = []
  let last: ReportedAddress | null = null
  for (const field of inOrder(readLabels(rows, personLabels, join))) {
    if (field.label === 'Date Reported') {
      if (last !== null) last.reported = parsePrintedDate(printedIn(field))
      last = null
    } else if (/^(?:Current|Other) Address$/.test(field.label)) {
      const address = readAddressLine(printedIn(field))
      last = address === null ? null : { ...address, reported: null }
      if (last !== null) (field.label === 'Current Address' ? current : previous).push(last)
    }
  }
  return { current, previous }
}

const employerLabels = ['Occupation', 'Location', 'Date Hired', 'Date Verified']

export const readPerson = (
  rows: readonly Row[],
  statements: readonly Row[],
  nameAtTop: string | null,
  join: Joiner,
): PersonalInfo => {
  const groups = splitSections(rows, personGroupOf)
  const own = readLabels(rowsOf(groups, null), personLabels, join)
  const { current, previous } = addressesOf(rowsOf(groups, 'addresses'), join)
  const phones = inOrder(readLabels(rowsOf(groups, 'phones'), personLabels, join))
  const name = parseFreeText(printedOf(own, 'name')) ?? nameAtTop
  const aliases = inOrder(own)
    .filter(({ label }) => label === 'Also Known As' || label === 'AKA')
    .flatMap(({ lines }) => lines.map(parseFreeText))
  return {
    bureau: 'TransUnion',
    name,
    aliases: distinct(aliases).filter(alias => alias !== name),
    dob: parsePrintedDate(printedOf(own, 'dob')),
    ssnLastFour: parseLastFour(printedOf(own, 'ssn')),
    currentAddress: current[0] ?? null,
    previousAddresses: [...current.slice(1), ...previous],
    employers: distinct(
      splitEntries(rowsOf(groups, 'employers'), employerLabels).entries.map(entry =>
        parseFreeText(entry.name),
      ),
    ),
    phones: distinct(phones.map(field => parsePhone(printedIn(field)))),
    consumerStatements: distinct([parseFreeText(statements.map(({ text }) => text).join(' '))]),
  }
}

const recordLabelWords = [
  'Address',
  'Phone',
  'Type',
  'Date Filed',
  'Court Type',
  'Date Updated',
  'Date Paid',
  'Estimated month and year',
  'Plaintiff',
  'Responsibility',
]

/** `USBK COURT WESTERN NEW YORK 1812245`: the court and its case number. */
const courtAndCase = (head: string): { court: string | null; caseNumber: string | null } => {
  const [, court = head, caseNumber] = /^(.{0,200}?) ?((?=[A-Z-]{0,20}\d)[A-Z0-9-]{4,30})$/.exec(head) ?? []
  return { court: parseFreeText(court), caseNumber: caseNumber ?? null }
}

/** Entries of a section in our model, and doubts about lost ones. */
type ReadEntries<Entry> = { found: Omit<Entry, 'id'>[]; doubts: Doubt[] }

const lostDoubt = (section: 'publicRecords' | 'inquiries', lost: readonly Row[]): Doubt[] =>
  createDoubt('entryLost', section, null, lost.slice(0, 1), Math.min(lost.length, 1))

export const readRecords = (rows: readonly Row[], join: Joiner): ReadEntries<PublicRecord> => {
  const { entries, lost } = splitEntries(rows, recordLabelWords)
  const found = entries.map((entry): Omit<PublicRecord, 'id'> => {
    const fields = readLabels(entry.rows, recordLabels, join)
    const { court, caseNumber } = courtAndCase(entry.name)
    return {
      bureau: 'TransUnion',
      type: parseFreeText(printedOf(fields, 'type')) ?? 'Public record',
      disposition: null,
      filed: parsePrintedDate(printedOf(fields, 'filed')),
      disposed: null,
      court,
      caseNumber: parseFreeText(printedOf(fields, 'docket')) ?? caseNumber,
      amount: null,
      plaintiff: parseFreeText(printedOf(fields, 'plaintiff')),
      responsibility: null,
      removalDate: monthIn(printedOf(fields, 'removal')),
    }
  })
  return { found, doubts: lostDoubt('publicRecords', lost) }
}

const inquiryLabelWords = ['Location', 'Requested On', 'Phone', 'Permissible Purpose']

/** One inquiry for each date; a company may have inquired several times. */
export const readInquiries = (
  rows: readonly Row[],
  kind: 'hard' | 'soft',
  join: Joiner,
): ReadEntries<Inquiry> => {
  const { entries, lost } = splitEntries(rows, inquiryLabelWords)
  const found = entries.flatMap(entry => {
    const text = entry.rows.map(row => row.text).join(' ')
    const location = printedOf(readLabels(entry.rows, inquiryLabels, join), 'location')
    const dates = [...text.matchAll(/\b\d{1,2}\/\d{1,2}\/\d{4}\b/g)].map(([date]) => parsePrintedDate(date))
    return (dates.length === 0 ? [null] : dates).map(
      (date): Omit<Inquiry, 'id'> => ({
        bureau: 'TransUnion',
        company: parseFreeText(entry.name) ?? 'Unnamed company',
        date,
        kind,
        industry: null,
        // Labels may be in one row.
        address: readAddressLine(location?.split(/ (?:Requested On|Phone|Permissible Purpose)\b/)[0] ?? null),
      }),
    )
  })
  return { found, doubts: lostDoubt('inquiries', lost) }
}
