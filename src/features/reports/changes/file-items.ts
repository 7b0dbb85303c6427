import { showDate } from '#values/dates.ts'
import { centsOf, showMoney } from '#values/money.ts'
import type { Inquiry, PersonalInfo, PublicRecord } from '../canonical.ts'
import {
  type BureauFile,
  beganLongBefore,
  hasFile,
  listAddresses,
  mayLackSection,
  missingFrom,
  normalizeText,
} from './bureau-file.ts'
import type { ChangeKind, ChangeSubject, DetectedChange } from './notable.ts'

/**
 * Freezes, alerts and statements, and whether the bureau returned a file (freezes and alerts: 15 U.S.C.
 * 1681c-1).
 */

/**
 * How the bureau's result changed; empty when it returned a file both times or the earlier state is unknown.
 */
export const findFileStatusChanges = (before: BureauFile, now: BureauFile): DetectedChange[] => {
  if (before.status === now.status || before.status === 'error' || (hasFile(before) && hasFile(now)))
    return []
  if (now.status === 'frozen')
    return [{ kind: 'freezePlaced', summary: 'The file is frozen, so this report does not hold it.' }]
  if (now.status === 'noHit')
    return [{ kind: 'fileGone', summary: 'The bureau found no file for these details this time.' }]
  if (now.status === 'error')
    return [
      { kind: 'noAnswer', summary: 'The bureau did not answer this time, so nothing could be compared.' },
    ]
  if (before.status === 'frozen')
    return [{ kind: 'freezeLifted', summary: 'The file is open again, and this report holds it.' }]
  return before.status === 'noHit'
    ? [{ kind: 'fileFound', summary: 'The bureau found a file for these details.' }]
    : []
}

const isAlert = (statement: string) => /fraud|active[\s-]duty|identity theft/i.test(statement)

/** The longest part of a statement that fits in a table. */
const cut = (text: string): string => (text.length > 120 ? `${text.slice(0, 117).trimEnd()}...` : text)

/** Added and removed statements and alerts. */
export const findStatementChanges = (before: BureauFile, now: BureauFile): DetectedChange[] => {
  if (!before.person || !now.person) return []
  const [former, current] = [before.person.consumerStatements, now.person.consumerStatements]
  return [
    ...(before.isWhole('personal') ? missingFrom(current, former, normalizeText) : []).map(
      (text): DetectedChange => ({
        kind: isAlert(text) ? 'alertPlaced' : 'statementAdded',
        summary: `The file now says: "${cut(now.mask(text))}"`,
      }),
    ),
    ...(now.isWhole('personal') ? missingFrom(former, current, normalizeText) : []).map(
      (text): DetectedChange => ({
        kind: isAlert(text) ? 'alertLifted' : 'statementRemoved',
        summary: `The file no longer says: "${cut(before.mask(text))}"`,
      }),
    ),
  ]
}

/** Changes in inquiries, public records and personal information. */

const idOf = ({ id }: { id: string }) => id

const dated = ({ company, date }: Inquiry, file: BureauFile) =>
  [file.mask(company), showDate(date)].filter(part => part !== null).join(', ')

/** A second row of one inquiry is not a second application. */
const isOneInquiry = (one: Inquiry, other: Inquiry): boolean =>
  one.date !== null && one.date === other.date && normalizeText(one.company) === normalizeText(other.company)

/**
 * Added and removed inquiries. Soft ones are visible only to the consumer and have no effect (15 U.S.C.
 * 1681b(c)(3)).
 */
export const findInquiryChanges = (before: BureauFile, now: BureauFile): DetectedChange[] => {
  const [former, current] = [before, now].map(({ inquiries }) =>
    inquiries.filter(({ kind }) => kind !== 'soft'),
  )
  if (former === undefined || current === undefined) return []
  return [
    ...(before.isWhole('inquiries') ? missingFrom(current, former, idOf) : [])
      .filter(one => !former.some(other => isOneInquiry(one, other)))
      .filter(({ date }) => !mayLackSection(current, former, before) || !beganLongBefore(date, before))
      .map(
        (inquiry): DetectedChange => ({
          kind: 'inquiryNew',
          summary: `${dated(inquiry, now)}.`,
          about: { kind: 'inquiry', id: inquiry.id },
        }),
      ),
    ...(now.isWhole('inquiries') && !mayLackSection(former, current, now)
      ? missingFrom(former, current, idOf)
      : []
    )
      .filter(one => !current.some(other => isOneInquiry(one, other)))
      .map(
        (inquiry): DetectedChange => ({
          kind: 'inquiryGone',
          summary: `${dated(inquiry, before)}, is not in this report.`,
        }),
      ),
  ]
}

const filed = (record: PublicRecord, file: BureauFile) =>
  [file.mask(record.type), record.filed === null ? null : `filed ${showDate(record.filed)}`]
    .filter(part => part !== null)
    .join(', ')

const recordChange = (
  was: PublicRecord,
  is: PublicRecord,
  before: BureauFile,
  now: BureauFile,
): DetectedChange[] => {
  const changes = [
    is.disposition !== null && normalizeText(is.disposition) !== normalizeText(was.disposition ?? '')
      ? was.disposition === null
        ? `is now ${now.mask(is.disposition)}`
        : `went from ${before.mask(was.disposition)} to ${now.mask(is.disposition)}`
      : null,
    was.amount !== null && is.amount !== null && centsOf(was.amount) !== centsOf(is.amount)
      ? `went from ${showMoney(was.amount)} to ${showMoney(is.amount)}`
      : null,
  ].filter(change => change !== null)
  return changes.length === 0
    ? []
    : [{ kind: 'recordChanged', summary: `${now.mask(is.type)} ${changes.join(' and ')}.` }]
}

export const findRecordChanges = (before: BureauFile, now: BureauFile): DetectedChange[] => [
  ...(before.isWhole('publicRecords') ? missingFrom(now.records, before.records, idOf) : []).map(
    (record): DetectedChange => ({
      kind: 'recordNew',
      summary: `${filed(record, now)}.`,
      about: { kind: 'record', id: record.id },
    }),
  ),
  ...(now.isWhole('publicRecords') && !mayLackSection(before.records, now.records, now)
    ? missingFrom(before.records, now.records, idOf)
    : []
  ).map(
    (record): DetectedChange => ({
      kind: 'recordGone',
      summary: `${filed(record, before)}, is not in this report.`,
    }),
  ),
  ...now.records.flatMap(is => {
    const was = before.records.find(({ id }) => id === is.id)
    return was ? recordChange(was, is, before, now) : []
  }),
]

type Line = { text: string; about?: ChangeSubject }
type Lines = { came: ChangeKind; gone: ChangeKind; former: readonly Line[]; current: readonly Line[] }

const plainLine = ({ text }: Line) => normalizeText(text)

const lineChanges = ({ came, gone, former, current }: Lines): DetectedChange[] => [
  ...missingFrom(current, former, plainLine).map(
    ({ text, about }): DetectedChange => ({
      kind: came,
      summary: `${text} is now listed.`,
      ...(about ? { about } : {}),
    }),
  ),
  ...missingFrom(former, current, plainLine).map(
    ({ text }): DetectedChange => ({
      kind: gone,
      summary: `${text} is not in this report.`,
    }),
  ),
]

const namesOf = ({ person, mask }: BureauFile): Line[] =>
  [person?.name ?? null, ...(person?.aliases ?? [])]
    .filter(name => name !== null)
    .map(name => ({ text: mask(name) }))

const addressesOf = (file: BureauFile): Line[] =>
  listAddresses(file).flatMap(address => {
    const text = file.formatAddress(address)
    return text === null ? [] : [{ text, about: { kind: 'address', address } }]
  })

const employersOf = ({ person, mask }: BureauFile): Line[] =>
  (person?.employers ?? []).map(employer => ({ text: mask(employer) }))

/** Sections that a document may leave out entirely. */
const formerDetails = ({ aliases, previousAddresses, employers }: PersonalInfo): unknown[] => [
  ...aliases,
  ...previousAddresses,
  ...employers,
]

/** Added and removed names, addresses and employers; nothing when a report has no personal information. */
export const findPersonalChanges = (before: BureauFile, now: BureauFile): DetectedChange[] => {
  if (!before.person || !now.person) return []
  const lacks = mayLackSection(formerDetails(before.person), formerDetails(now.person), now)
  return [
    { came: 'nameNew' as const, gone: 'nameGone' as const, of: namesOf },
    { came: 'addressNew' as const, gone: 'addressGone' as const, of: addressesOf },
    { came: 'employerNew' as const, gone: 'employerGone' as const, of: employersOf },
  ].flatMap(({ came, gone, of }) =>
    lineChanges({ came, gone, former: of(before), current: of(now) }).filter(({ kind }) =>
      kind === came ? before.isWhole('personal') : now.isWhole('personal') && !lacks,
    ),
  )
}
