import type { FileStatus } from '../canonical.ts'
import { dateOf, freeTextOf, textOf } from './fields.ts'
import { type BureauFile, oneBureauReport } from './one-bureau-report.ts'
import type { Reader, Reading } from './reading.ts'
import { noReport, unreadable } from './reply-words.ts'
import { hasUnknownCode, readTransUnionRow } from './transunion-accounts.ts'
import {
  fileStatusOf,
  frozenNotice,
  inquiryKindOf,
  type ReportedScore,
  readScores,
} from './transunion-file.ts'
import { readPerson } from './tu4r-person.ts'
import { hasUnknownKind, readContacts, readInquiry, readPublicRecord, rowOf } from './tu4r-rows.ts'
import { type Segment, segmentsOf } from './tu4r-segments.ts'

/** The reader of TransUnion TU4R fixed records, given as text (docs/report-model.md). */

/** The segments of each subject: one begins with its SH segment. */
const bySubject = (segments: readonly Segment[]): Segment[][] => {
  const subjects: Segment[][] = []
  for (const segment of segments) {
    if (segment.kind === 'SH') subjects.push([])
    subjects.at(-1)?.push(segment)
  }
  return subjects
}

const statusOf = (header: Segment | undefined, isFrozen: boolean, hasData: boolean): FileStatus['status'] => {
  if (hasData) return 'hit'
  if (isFrozen) return 'frozen'
  const hit = header?.field('hit')
  return hit === 'Y' ? 'hit' : hit === 'N' ? 'noHit' : 'error'
}

const scoreOf = ({ field }: Segment): ReportedScore => ({
  product: field('product'),
  result: `${field('sign') ?? ''}${field('result') ?? ''}`,
  reason: null,
  factors: field('factors')?.split(/ +/) ?? [],
})

type Envelope = { product: string | null; date: string | null; reference: string | null }

const readFile = (segments: readonly Segment[], envelope: Envelope, index: number): BureauFile => {
  const of = (...kinds: readonly string[]) => segments.filter(segment => kinds.includes(segment.kind))
  const firstAddOn = segments.findIndex(segment => segment.kind === 'AO')
  const [header] = of('SH')
  const contacts = readContacts(segments)
  const rows = of('TR', 'CL')
    .filter(segment => segment.field('name') !== null)
    .map(rowOf)
  const [inquiries, records] = [of('IN'), of('PR')]
  const kind = inquiryKindOf(envelope.product)
  const isFrozen = header?.field('suppression') === 'F'
  const hasData = rows.length + inquiries.length + records.length > 0
  const id = (item: string, number: number) => `file-${index}-${item}-${number}`
  return {
    personal: readPerson(firstAddOn === -1 ? segments : segments.slice(0, firstAddOn)),
    file: fileStatusOf(statusOf(header, isFrozen, hasData), isFrozen && hasData ? [frozenNotice] : []),
    reportDate: envelope.date,
    sourceReportId: envelope.reference,
    formatVersion: null,
    accounts: rows.map((row, number) => readTransUnionRow(row, id('row', number), contacts)),
    inquiries: inquiries.map((one, number) => readInquiry(one, id('inquiry', number), kind, contacts)),
    publicRecords: records.map((one, number) => readPublicRecord(one, id('record', number), contacts)),
    ...readScores(of('SC').map(scoreOf), envelope.date),
    unknownCodes: rows.filter(hasUnknownCode).length + records.filter(hasUnknownKind).length,
  }
}

/** Reads a TU4R record, or several one after the other. An error record begins with TU4E or holds ERRC, ERRT. */
export const readTransUnionTu4r: Reader = (text, person): Reading => {
  const found = segmentsOf(text)
  if ('stopped' in found) return unreadable.broken('TU4R', found.stopped)
  const { segments } = found
  const subjects = bySubject(segments)
  const errors = segments.filter(({ id }) => id === 'TU4E' || id === 'ERRC' || id === 'ERRT')
  if (subjects.length === 0 && errors.length > 0)
    return noReport.rejected(freeTextOf(errors.at(-1)?.text.slice(7)))
  const header = segments.find(({ id }) => id === 'TU4R')
  const envelope = {
    product: segments.find(({ kind }) => kind === 'PH')?.field('product') ?? null,
    date: dateOf(header?.field('date')),
    reference: textOf(header?.field('reference')),
  }
  const files = subjects.map((subject, index) => readFile(subject, envelope, index))
  return oneBureauReport('transunion-tu4r', 'TransUnion', files, person)
}
