import type { Report } from './canonical.ts'
import type { ReportOwner } from './readers/reading.ts'

/** Decides whether a reported name or SSN is the user's. */

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter(word => word !== '')

/**
 * Every word of the last name, and the first name or its initial, in any order (`BROOKS, M` is Maya Brooks).
 */
export const matchesName = (reported: string | null, person: ReportOwner): boolean => {
  const words = wordsOf(reported ?? '')
  const last = wordsOf(person.lastName)
  const [first = ''] = wordsOf(person.firstName)
  const others = words.filter(word => !last.includes(word))
  return (
    last.length > 0 &&
    last.every(word => words.includes(word)) &&
    others.some(word => word === first || (word.length === 1 && first.startsWith(word)))
  )
}

/**
 * Whether a report looks like another person's: it names someone, and neither the name nor the last four SSN
 * digits match (warning `other_person`).
 */
export const isOtherPerson = ({ subject }: Pick<Report, 'subject'>, person: ReportOwner): boolean =>
  (subject.name !== null || subject.ssnLastFour !== null) &&
  !matchesName(subject.name, person) &&
  subject.ssnLastFour !== person.ssnLastFour

/**
 * Whether a pulled report is the user's own: the last four SSN digits decide if known, otherwise the name.
 * Stricter than for uploads, because nobody has looked at it.
 */
export const isVerifiedAs = (person: ReportOwner, { subject }: Pick<Report, 'subject'>): boolean =>
  subject.ssnLastFour === null
    ? matchesName(subject.name, person)
    : subject.ssnLastFour === person.ssnLastFour

type Candidate = { name: string | null; ssnLastFour: string | null; primary: boolean }

/**
 * The borrower of a joint file who is the user: by last four SSN digits, then by name, then the primary one,
 * then the first. undefined only when there is none.
 */
export const findBorrower = <C extends Candidate>(
  borrowers: readonly C[],
  person: ReportOwner,
): C | undefined =>
  borrowers.find(one => one.ssnLastFour !== null && one.ssnLastFour === person.ssnLastFour) ??
  borrowers.find(one => matchesName(one.name, person)) ??
  borrowers.find(one => one.primary) ??
  borrowers[0]

const plain = (name: string | null) =>
  (name ?? '')
    .toUpperCase()
    .replaceAll(/[^A-Z]+/g, ' ')
    .trim()

/** Identifies a report's subject and format. */
export type ReportSource = Pick<Report, 'format' | 'subject'>

/**
 * Whether a report continues the history of an earlier one: same format and same subject, by the last four
 * SSN digits if both have them, otherwise by name. If not, its accounts get new ids.
 */
export const continuesHistory = (report: ReportSource, earlier: ReportSource): boolean => {
  if (report.format !== earlier.format) return false
  const [now, before] = [report.subject, earlier.subject]
  return now.ssnLastFour !== null && before.ssnLastFour !== null
    ? now.ssnLastFour === before.ssnLastFour
    : plain(now.name) !== '' && plain(now.name) === plain(before.name)
}
