import type { Report } from '../canonical.ts'
import type { IncomingPart } from '../join-plan.ts'
import { listParts } from '../parts.ts'
import { describeExcess, type ReportLimits } from '../permitted.ts'
import { isOtherPerson, isPerhapsOtherPerson, type NamedPerson, type ReportSource } from '../person.ts'
import { readReport } from '../readers/detect.ts'
import { readPages } from '../readers/pdf/detect.ts'
import { type Reading, type ReportOwner, unreadable } from '../readers/reading.ts'
import { isPartialReading } from '../reading-check.ts'
import { createPersonQuestion, createWarning } from '../warnings.ts'
import { decodeDocument } from './document-text.ts'
import { fileKindOf } from './file-kind.ts'
import { packReport } from './packed-report.ts'
import { PdfAnswer } from './pdf/pdf-answer.ts'

export type ReadingTask = { bytes: Uint8Array; person: ReportOwner; permitted: ReportLimits }

/** Whose report a document holds, and its parts. */
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

/** The result: a packed report with its subject, or why there is none, or that the user must say who they are. */
export type ReadingResult =
  | { kind: 'report'; content: Uint8Array; source: ReadSource; isPartial: boolean }
  | { kind: 'whichPerson'; people: NamedPerson[] }
  | { kind: 'tooLong'; message: string }
  | Exclude<Reading, { kind: 'report' }>

/** Parses one document; runs in its own thread (`receive.ts`). */
export const readDocument = ({ bytes, person, permitted }: ReadingTask): ReadingResult => {
  if (fileKindOf(bytes) === 'picture') return unreadable.picture()
  const text = decodeDocument(bytes)
  return text === null ? unreadable.notText() : finish(readReport(text, person), person, permitted)
}

/** Reads what a process answered about a PDF (`pdf/pdf-pages.ts`); runs in its own thread. */
export const readPdfAnswer = ({ bytes, person, permitted }: ReadingTask): ReadingResult => {
  const answer = PdfAnswer.safeParse(parseAnswer(bytes)).data
  if (answer === undefined) return unreadable.pdf('damaged')
  return answer.kind === 'refused'
    ? unreadable.pdf(answer.reason)
    : finish(readPages(answer.pages, person), person, permitted)
}

const parseAnswer = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
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
  return { kind: 'report', content, source: sourceOf(report), isPartial: isPartialReading(report) }
}
