import type { Report } from '../canonical.ts'

/** Who asks: chooses the borrower of a joint file (decisions section 5). */
export type ReportOwner = { firstName: string; lastName: string; ssnLastFour: string }

/**
 * What reading a document gives. `unreadable`: not this format, or broken; `words` say what was expected and
 * where reading stopped. `noReport`: a well-formed envelope that holds no finished report (pending, rejected,
 * empty). Both store nothing.
 */
export type Reading =
  | { kind: 'report'; report: Report }
  | { kind: 'unreadable'; words: string }
  | { kind: 'noReport'; reason: 'pending' | 'rejected' | 'empty'; words: string }

/** Reads one industry format. Pure: the same text gives the same report. Never throws on any text. */
export type Reader = (text: string, person: ReportOwner) => Reading
