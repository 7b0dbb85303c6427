import type { Bureau } from '#values/bureau.ts'
import type { Report } from '../canonical.ts'
import type { IncomingPart } from '../join-plan.ts'
import { listParts } from '../parts.ts'
import { describeExcess, type ReportLimits } from '../permitted.ts'
import { isOtherPerson, isPerhapsOtherPerson, type NamedPerson, type ReportSource } from '../person.ts'
import { readReport } from '../readers/detect.ts'
import { isWebPage } from '../readers/html/detect.ts'
import { refuse } from '../readers/html/refusals.ts'
import { readPages } from '../readers/pdf/detect.ts'
import { type Reading, type ReportOwner, unreadable } from '../readers/reading.ts'
import { listPartlyRead } from '../reading-check.ts'
import { createPersonQuestion, createWarning } from '../warnings.ts'
import { decodeDocument, fileKindOf, isPlainText } from './document-text.ts'
import { packReport } from './packed-report.ts'

export type ReadingTask = { bytes: Uint8Array; person: ReportOwner; permitted: ReportLimits }

/** The subject of a document's report, and its parts. */
export type ReadSource = ReportSource & { parts: IncomingPart[] }

export const sourceOf = (report: Report): ReadSource => ({
  format: report.format,
  subject: report.subject,
  parts: listParts(report).map(({ bureau, format, subject, reportDate }) => ({
    bureau,
    format,
    subject,
    reportDate,
  })),
})

/**
 * The result: a packed report with its subject and the bureaus whose part was read partially, or why there is none, or that
 * the user must choose who they are.
 */
export type ReadingResult =
  | { kind: 'report'; content: Uint8Array; source: ReadSource; partial: Bureau[] }
  | { kind: 'whichPerson'; people: NamedPerson[] }
  | { kind: 'tooLong'; message: string }
  | Exclude<Reading, { kind: 'report' }>

/** Reads one document; runs in its own thread or, for a web page, in its own process (`receive.ts`). */
export const readDocument = ({ bytes, person, permitted }: ReadingTask): ReadingResult => {
  const kind = fileKindOf(bytes)
  if (kind === 'picture') return unreadable.picture()
  if (kind === 'compressed') return unreadable.compressed()
  const text = decodeDocument(bytes)
  if (text === null) return isPlainText(bytes) ? unreadable.wrongEncoding() : unreadable.notText()
  // Its encoding hides a page from the check of the first bytes, and so from the process that reads pages.
  if (kind === 'data' && isWebPage(text.trim())) return refuse.broken('it is in an unusual encoding')
  return finish(readReport(text, person), person, permitted)
}

/** Reads the result of the PDF process (`pdf/pdf-pages.ts`); runs in its own thread. */
export const readPdfAnswer = async ({ bytes, person, permitted }: ReadingTask): Promise<ReadingResult> => {
  // Only a thread that reads a PDF needs zod, to validate the result.
  const { parsePdfAnswer } = await import('./pdf/pdf-answer.ts')
  const answer = parsePdfAnswer(bytes)
  return answer.kind === 'refused'
    ? unreadable.pdf(answer.reason)
    : finish(readPages(answer.pages, person), person, permitted)
}

const finish = (reading: Reading, person: ReportOwner, permitted: ReportLimits): ReadingResult => {
  if (reading.kind !== 'report') return reading
  const { report, people } = reading
  if (people !== undefined) return { kind: 'whichPerson', people }
  const message = describeExcess(report, permitted)
  if (message !== null) return { kind: 'tooLong', message }
  // A different subject is only a warning here.
  const warnings = isOtherPerson(report, person)
    ? [createWarning('other_person', null)]
    : isPerhapsOtherPerson(report, person)
      ? [createPersonQuestion()]
      : []
  const content = packReport({ ...report, warnings: [...report.warnings, ...warnings] })
  return { kind: 'report', content, source: sourceOf(report), partial: listPartlyRead(report) }
}
