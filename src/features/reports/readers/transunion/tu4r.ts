import type { FileStatus } from '../../canonical.ts'
import { parseDate, parseFreeText, parseText } from '../fields.ts'
import { buildOneBureauReport } from '../one-bureau-report.ts'
import { noReport, type Reader, type Reading, unreadable } from '../reading.ts'
import { buildTransUnionFile, type ReportedFile, type ReportedScore, transUnionInquiryKind } from './file.ts'
import {
  hasUnknownKind,
  readContacts,
  readInquiry,
  readPerson,
  readPublicRecord,
  toTransUnionRow,
} from './tu4r-rows.ts'
import { type Segment, splitSegments } from './tu4r-segments.ts'

/** Reads TransUnion TU4R fixed-width records, given as text (docs/reference/report-model.md). */

/** The segments of each subject; a subject begins with its SH segment. */
const bySubject = (segments: readonly Segment[]): Segment[][] => {
  const subjects: Segment[][] = []
  for (const segment of segments) {
    if (segment.kind === 'SH') subjects.push([])
    subjects.at(-1)?.push(segment)
  }
  return subjects
}

const returnedOf = (header: Segment | undefined): FileStatus['status'] => {
  const hit = header?.field('hit')
  return hit === 'Y' ? 'hit' : hit === 'N' ? 'noHit' : 'error'
}

/** Four factors of three characters each; two-digit ones are padded with a blank. */
const factorsIn = ({ field }: Segment): string[] =>
  (field('factors')?.match(/.{1,3}/g) ?? []).map(code => code.trim()).filter(code => code !== '')

const scoreOf = (segment: Segment): ReportedScore => ({
  product: segment.field('product'),
  result: `${segment.field('sign') ?? ''}${segment.field('result') ?? ''}`,
  reason: null,
  factors: factorsIn(segment),
})

const readFile = (segments: readonly Segment[], product: string | null): ReportedFile => {
  const of = (...kinds: readonly string[]) => segments.filter(segment => kinds.includes(segment.kind))
  const firstAddOn = segments.findIndex(segment => segment.kind === 'AO')
  const [header] = of('SH')
  const contacts = readContacts(segments)
  const kind = transUnionInquiryKind(product)
  const records = of('PR')
  return {
    personal: readPerson(firstAddOn === -1 ? segments : segments.slice(0, firstAddOn)),
    returned: returnedOf(header),
    isFrozen: header?.field('suppression') === 'F',
    notices: [],
    rows: of('TR', 'CL')
      .filter(segment => segment.field('name') !== null)
      .map(toTransUnionRow),
    contacts,
    inquiries: id => of('IN').map((one, index) => readInquiry(one, id(index), kind, contacts)),
    publicRecords: id => records.map((one, index) => readPublicRecord(one, id(index), contacts)),
    unknownRecords: records.filter(hasUnknownKind).length,
    scores: of('SC').map(scoreOf),
  }
}

/** Reads one or more TU4R records. An error record begins with TU4E or contains ERRC or ERRT. */
export const readTransUnionTu4r: Reader = (text, person): Reading => {
  const found = splitSegments(text)
  if ('stopped' in found) return unreadable.broken('TU4R', found.stopped)
  const { segments } = found
  const subjects = bySubject(segments)
  const errors = segments.filter(({ id }) => id === 'TU4E' || id === 'ERRC' || id === 'ERRT')
  if (subjects.length === 0 && errors.length > 0)
    return noReport.rejected(parseFreeText(errors.at(-1)?.text.slice(7)))
  const header = segments.find(({ id }) => id === 'TU4R')
  const product = segments.find(({ kind }) => kind === 'PH')?.field('product') ?? null
  const envelope = {
    version: null,
    date: parseDate(header?.field('date')),
    reference: parseText(header?.field('reference')),
  }
  const files = subjects.map((subject, index) =>
    buildTransUnionFile(readFile(subject, product), envelope, index),
  )
  return buildOneBureauReport('transunion-tu4r', 'TransUnion', files, person)
}
