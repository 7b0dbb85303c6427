import type { Report } from './canonical.ts'
import { carries } from './carries.ts'
import { isSameService } from './formats.ts'
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
 * Whether a report looks like another person's: it names someone, neither the name nor the last four SSN digits
 * match, and the user did not choose this person (warning `other_person`).
 */
export const isOtherPerson = ({ subject }: Pick<Report, 'subject'>, person: ReportOwner): boolean =>
  subject.chosen !== true &&
  (subject.name !== null || subject.ssnLastFour !== null) &&
  !matchesName(subject.name, person) &&
  subject.ssnLastFour !== person.ssnLastFour

/**
 * Whether the owner of a report is uncertain: its format prints no SSN, and it has no name, only an initial as first name,
 * or another year of birth. Then the user is asked too.
 */
export const isPerhapsOtherPerson = (
  { format, subject, personal }: Pick<Report, 'format' | 'subject' | 'personal'>,
  person: ReportOwner,
): boolean => {
  if (subject.chosen === true || carries[format].personal.includes('ssnLastFour')) return false
  const [first = ''] = wordsOf(person.firstName)
  const years = personal.flatMap(({ dob }) => dob?.slice(0, 4) ?? [])
  return (
    !matchesName(subject.name, person) ||
    !wordsOf(subject.name ?? '').includes(first) ||
    (person.birthYear !== undefined && years.some(year => year !== person.birthYear))
  )
}

/**
 * Whether a pulled report is the user's own: the last four SSN digits decide if known, otherwise the name.
 * Stricter than for uploads, because no one has reviewed it.
 */
export const isVerifiedAs = (person: ReportOwner, { subject }: Pick<Report, 'subject'>): boolean =>
  subject.ssnLastFour === null
    ? matchesName(subject.name, person)
    : subject.ssnLastFour === person.ssnLastFour

/** One of the people a file names. */
export type NamedPerson = { name: string; birthYear: string | null }

/**
 * Distinguishable descriptions of the people of a file: namesakes born in the same year by their position, since they must
 * not see each other's SSN.
 */
export const describePeople = (people: readonly NamedPerson[]): string[] => {
  const plainly = people.map(({ name, birthYear }) =>
    birthYear === null ? name : `${name}, born in ${birthYear}`,
  )
  return plainly.map((words, index) =>
    plainly.filter(other => other === words).length === 1
      ? words
      : `${words} (person ${index + 1} in the file)`,
  )
}

type Candidate = {
  name: string | null
  ssnLastFour: string | null
  birthYear: string | null
  primary: boolean
}

/**
 * The only one with the user's last four SSN digits, otherwise the only one with their name whose SSN and birth
 * year, if the file has them, are the user's too.
 */
const findOwn = <C extends Candidate>(people: readonly C[], person: ReportOwner): C | undefined => {
  const numbered = people.filter(({ ssnLastFour }) => ssnLastFour === person.ssnLastFour)
  if (numbered.length === 1) return numbered[0]
  const isPossible = ({ ssnLastFour, birthYear }: C) =>
    (ssnLastFour === null || ssnLastFour === person.ssnLastFour) &&
    (birthYear === null || person.birthYear === undefined || birthYear === person.birthYear)
  const [only, ...others] = people.filter(one => isPossible(one) && matchesName(one.name, person))
  return others.length === 0 ? only : undefined
}

const findLikely = <C extends Candidate>(people: readonly C[], person: ReportOwner): C | undefined =>
  people.find(one => one.ssnLastFour !== null && one.ssnLastFour === person.ssnLastFour) ??
  people.find(one => matchesName(one.name, person)) ??
  people.find(one => one.primary) ??
  people[0]

/**
 * The person in a file, each listed once, who is the user: the one they chose, otherwise the one whose last four SSN
 * digits, name and birth year match. If none or several of the named ones match, it is the most likely one, and
 * `people` are those to choose from. undefined only for a file without people.
 */
export const findBorrower = <C extends Candidate>(
  candidates: readonly C[],
  person: ReportOwner,
): { borrower: C | undefined; chosen?: true; people?: NamedPerson[] } => {
  const named = candidates.filter(({ name }) => name !== null)
  if (named.length < 2) return { borrower: findLikely(candidates, person) }
  const chosen = person.choice === undefined ? undefined : named[person.choice]
  if (chosen !== undefined) return { borrower: chosen, chosen: true }
  const own = findOwn(candidates, person)
  if (own !== undefined) return { borrower: own }
  return {
    borrower: findLikely(candidates, person),
    people: named.flatMap(({ name, birthYear }) => (name === null ? [] : [{ name, birthYear }])),
  }
}

const plain = (name: string | null) =>
  (name ?? '')
    .toUpperCase()
    .replaceAll(/[^A-Z]+/g, ' ')
    .trim()

/** Identifies a report's subject and format. */
export type ReportSource = Pick<Report, 'format' | 'subject'>

/**
 * Whether a report continues the history of an earlier one: same format, or the page and the print of one
 * service, and same subject, by the last four SSN digits if both have them, otherwise by name. If not, its
 * accounts get new ids (docs/reference/report-model.md).
 */
export const continuesHistory = (report: ReportSource, earlier: ReportSource): boolean => {
  if (!isSameService(report.format, earlier.format)) return false
  const [now, before] = [report.subject, earlier.subject]
  return now.ssnLastFour !== null && before.ssnLastFour !== null
    ? now.ssnLastFour === before.ssnLastFour
    : plain(now.name) !== '' && plain(now.name) === plain(before.name)
}
