import { showDate } from '#values/dates.ts'
import { centsOf, showMoney } from '#values/money.ts'
import type { Inquiry, PublicRecord } from '../canonical.ts'
import { addressesIn, type BureauFile, onlyIn, plain } from './bureau-file.ts'
import type { About, Kind, Noticed } from './notable.ts'

/** Inquiries, public records, and who the bureau says the person is. */

const idOf = ({ id }: { id: string }) => id

const dated = ({ company, date }: Inquiry, file: BureauFile) =>
  [file.text(company), showDate(date)].filter(part => part !== null).join(', ')

/** Inquiries that came or went. Soft ones are seen by nobody else and change nothing (15 U.S.C. 1681b(c)(3)). */
export const inquiryChanges = (before: BureauFile, now: BureauFile): Noticed[] => {
  const [former, current] = [before, now].map(({ inquiries }) =>
    inquiries.filter(({ kind }) => kind !== 'soft'),
  )
  if (former === undefined || current === undefined) return []
  return [
    ...onlyIn(current, former, idOf).map(
      (inquiry): Noticed => ({
        kind: 'inquiryNew',
        summary: `${dated(inquiry, now)}.`,
        about: { kind: 'inquiry', id: inquiry.id },
      }),
    ),
    ...onlyIn(former, current, idOf).map(
      (inquiry): Noticed => ({
        kind: 'inquiryGone',
        summary: `${dated(inquiry, before)}, is not in this report.`,
      }),
    ),
  ]
}

const filed = (record: PublicRecord, file: BureauFile) =>
  [file.text(record.type), record.filed === null ? null : `filed ${showDate(record.filed)}`]
    .filter(part => part !== null)
    .join(', ')

const recordChange = (
  was: PublicRecord,
  is: PublicRecord,
  before: BureauFile,
  now: BureauFile,
): Noticed[] => {
  const changes = [
    is.disposition !== null && plain(is.disposition) !== plain(was.disposition ?? '')
      ? was.disposition === null
        ? `is now ${now.text(is.disposition)}`
        : `went from ${before.text(was.disposition)} to ${now.text(is.disposition)}`
      : null,
    was.amount !== null && is.amount !== null && centsOf(was.amount) !== centsOf(is.amount)
      ? `went from ${showMoney(was.amount)} to ${showMoney(is.amount)}`
      : null,
  ].filter(change => change !== null)
  return changes.length === 0
    ? []
    : [{ kind: 'recordChanged', summary: `${now.text(is.type)} ${changes.join(' and ')}.` }]
}

/** Public records that came, went or changed. */
export const recordChanges = (before: BureauFile, now: BureauFile): Noticed[] => [
  ...onlyIn(now.records, before.records, idOf).map(
    (record): Noticed => ({
      kind: 'recordNew',
      summary: `${filed(record, now)}.`,
      about: { kind: 'record', id: record.id },
    }),
  ),
  ...onlyIn(before.records, now.records, idOf).map(
    (record): Noticed => ({
      kind: 'recordGone',
      summary: `${filed(record, before)}, is not in this report.`,
    }),
  ),
  ...now.records.flatMap(is => {
    const was = before.records.find(({ id }) => id === is.id)
    return was ? recordChange(was, is, before, now) : []
  }),
]

/** Something of a person on one line, as it may be shown. */
type Line = { text: string; about?: About }
type Lines = { came: Kind; gone: Kind; former: readonly Line[]; current: readonly Line[] }

const plainLine = ({ text }: Line) => plain(text)

const lineChanges = ({ came, gone, former, current }: Lines): Noticed[] => [
  ...onlyIn(current, former, plainLine).map(
    ({ text, about }): Noticed => ({
      kind: came,
      summary: `${text} is now listed.`,
      ...(about ? { about } : {}),
    }),
  ),
  ...onlyIn(former, current, plainLine).map(
    ({ text }): Noticed => ({
      kind: gone,
      summary: `${text} is not in this report.`,
    }),
  ),
]

const namesOf = ({ person, text }: BureauFile): Line[] =>
  [person?.name ?? null, ...(person?.aliases ?? [])]
    .filter(name => name !== null)
    .map(name => ({ text: text(name) }))

const addressesOf = (file: BureauFile): Line[] =>
  addressesIn(file).flatMap(address => {
    const text = file.address(address)
    return text === null ? [] : [{ text, about: { kind: 'address', address } }]
  })

const employersOf = ({ person, text }: BureauFile): Line[] =>
  (person?.employers ?? []).map(employer => ({ text: text(employer) }))

/** Names, addresses and employers that came or went; nothing when a report does not say who the person is. */
export const personalChanges = (before: BureauFile, now: BureauFile): Noticed[] => {
  if (!before.person || !now.person) return []
  return [
    { came: 'nameNew' as const, gone: 'nameGone' as const, of: namesOf },
    { came: 'addressNew' as const, gone: 'addressGone' as const, of: addressesOf },
    { came: 'employerNew' as const, gone: 'employerGone' as const, of: employersOf },
  ].flatMap(({ came, gone, of }) => lineChanges({ came, gone, former: of(before), current: of(now) }))
}
