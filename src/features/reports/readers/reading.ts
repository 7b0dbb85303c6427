import type { FileStatus, Report } from '../canonical.ts'
import type { NamedPerson } from '../person.ts'

/** The requesting person, to select the borrower of a joint file. */
export type ReportOwner = {
  firstName: string
  lastName: string
  ssnLastFour: string
  birthYear?: string
  /** Which of the named people of a joint file they chose. */
  choice?: number
}

/**
 * The result of reading a document. `unreadable`: not this format, or broken; `words` state what was expected and
 * where reading stopped. `noReport`: a well-formed envelope without a finished report (pending, rejected, empty).
 * Neither is stored. `people`: the file is about several, it is unknown which of them is the user, and the report
 * is that of the most likely one.
 */
export type Reading =
  | { kind: 'report'; report: Report; people?: NamedPerson[] }
  | { kind: 'unreadable'; message: string }
  | { kind: 'noReport'; reason: 'pending' | 'rejected' | 'empty'; message: string }

/** Reads one industry format. Pure, and never throws for any text. */
export type Reader = (text: string, person: ReportOwner) => Reading

/** The messages for documents without a report. */

const supportedFormats =
  'We can read MISMO 2.x and 3.x XML, Array JSON, TrueLink, TransUnion TUXML and TU4R, Experian JSON and Equifax JSON reports.'

const saveAsPdf = 'Open your report in a browser, choose Print, then "Save as PDF", and give us that file.'

/** PDFs without a readable report, and what to do instead. */
const pdfRefusals = {
  locked: `This PDF is locked with a password. ${saveAsPdf}`,
  tooManyPages:
    'This PDF has more than 300 pages, more than a credit report has. Give us the file of one report.',
  tooMuch: `This PDF contains more than a credit report can. ${saveAsPdf}`,
  tooCostly: `Reading this PDF took more time or memory than a credit report needs. ${saveAsPdf}`,
  damaged: `This PDF is damaged, so we can't read it. Download it or save it once more. ${saveAsPdf}`,
  picture:
    'This PDF is a picture of a report. We can read only PDFs whose text can be selected. The free reports at annualcreditreport.com can be saved this way.',
  unknown:
    "We don't know the layout of this PDF. We can read the reports of annualcreditreport.com and what IdentityIQ, MyScoreIQ, SmartCredit and MyFreeScoreNow print.",
} as const

/** Why reading stopped: the text is right as far as it goes. */
export const endsEarly =
  'It ends too early, so a part of the report is missing. Download or save the file again.'

export type Unreadable = Extract<Reading, { kind: 'unreadable' }>

/** A document we cannot read: what was expected and where reading stopped. */
export const unreadable = {
  empty: (): Reading => ({ kind: 'unreadable', message: `This file is empty. ${supportedFormats}` }),
  recognized: (format: string): Unreadable => ({
    kind: 'unreadable',
    message: `This is ${format}. We can't read it yet. Ask your provider for an XML or JSON file.`,
  }),
  notText: (): Unreadable => ({
    kind: 'unreadable',
    message: "This file doesn't contain text. Ask your provider for an XML or JSON file.",
  }),
  wrongEncoding: (): Unreadable => ({
    kind: 'unreadable',
    message:
      'The characters of this file do not match the encoding that it declares (UTF-8 if it declares none), so some would be wrong. Download it again, or ask your provider for a file in UTF-8.',
  }),
  picture: (): Unreadable => ({
    kind: 'unreadable',
    message: `This is a picture. We can read only files with text that can be selected. ${saveAsPdf}`,
  }),
  compressed: (): Unreadable => ({
    kind: 'unreadable',
    message:
      'This is a ZIP file or another file that contains files, such as an office document. Unpack it and give us the report in it.',
  }),
  pdf: (why: keyof typeof pdfRefusals): Unreadable => ({ kind: 'unreadable', message: pdfRefusals[why] }),
  unknown: (): Reading => ({
    kind: 'unreadable',
    message: `We expected a credit report that begins with an XML element or a JSON object, and stopped at the first character. ${supportedFormats}`,
  }),
  unknownXml: (root: string): Reading => ({
    kind: 'unreadable',
    message: `We expected a MISMO credit response, and stopped at the element ${root}. ${supportedFormats}`,
  }),
  unknownJson: (): Reading => ({
    kind: 'unreadable',
    message: `We expected a credit report, and found none in the outer objects of this JSON file. ${supportedFormats}`,
  }),
  broken: (format: 'XML' | 'JSON' | 'TU4R', where: string): Reading => ({
    kind: 'unreadable',
    message: `This file is not well-formed ${format}. ${where}`,
  }),
}

const quoted = (said: string | null): string =>
  said === null ? '' : ` The sender says: "${said.slice(0, 200)}".`

/** A well-formed envelope without a finished report. */
export const noReport = {
  pending: (said: string | null): Reading => ({
    kind: 'noReport',
    reason: 'pending',
    message: `This file is an order that is still in progress; it contains no report yet.${quoted(said)}`,
  }),
  rejected: (said: string | null): Reading => ({
    kind: 'noReport',
    reason: 'rejected',
    message: `This file is the answer to an order that was refused; it contains no report.${quoted(said)}`,
  }),
  empty: (said: string | null): Reading => ({
    kind: 'noReport',
    reason: 'empty',
    message: `This file contains no credit data.${quoted(said)}`,
  }),
}

/** For a file that was returned despite a freeze. */
export const freezeNotice = 'A security freeze is in place.'

/** The file status in a bureau's message; null when it mentions neither a freeze nor a missing file. */
export const parseFileStatus = (said: string): Extract<FileStatus['status'], 'frozen' | 'noHit'> | null => {
  if (/FROZEN|FREEZE|\bLOCKED/i.test(said)) return 'frozen'
  return /NO (RECORD|HIT|FILE|MATCH)|NOT FOUND/i.test(said) ? 'noHit' : null
}
