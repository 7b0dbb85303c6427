import type { Account, PersonalInfo, Report, ReportPart } from '#features/reports/canonical.ts'
import { mayLackSection } from '#features/reports/changes/bureau-file.ts'
import { listGoneAccounts } from '#features/reports/changes/listing.ts'
import { isReadWhole } from '#features/reports/coverage.ts'
import { formatAddress } from '#features/reports/masks.ts'
import { findPartDate } from '#features/reports/parts.ts'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { maskSsn } from '#values/mask.ts'
import {
  type Asked,
  type DisputedItem,
  type DisputeRecord,
  type ItemState,
  type ItemStateName,
  isSameItem,
  plainText,
  type StateAt,
} from './item-state.ts'
import { isBefore } from './partial-dates.ts'

/** Finds the state of every disputed item in the record of disputes and in newer reports. */

type StateReport = Pick<Report, 'reportDate' | 'accounts' | 'inquiries' | 'personal'> & {
  parts?: readonly (Pick<ReportPart, 'bureau' | 'reportDate'> & Partial<Pick<ReportPart, 'coverage'>>)[]
  /** If absent, no bureau is known to have sent a file, so a missing item proves nothing. */
  files?: Report['files']
}

type Rows = { accounts: Account[]; inquiries: Report['inquiries'] }

const rowsAt = (report: StateReport, bureau: Bureau): Rows => ({
  accounts: report.accounts.filter(row => row.bureau === bureau),
  inquiries: report.inquiries.filter(row => row.bureau === bureau),
})

const accountListed = (id: string, now: Rows, earlier: readonly Rows[]): boolean | null => {
  const own = now.accounts.filter(row => row.id === id)
  // A merged row proves nothing about a single bureau.
  if (own.length > 0) return own.some(row => !isMergedRow(row)) ? true : null
  if (now.accounts.some(isMergedRow)) return null
  const before = earlier.find(({ accounts }) => accounts.some(row => row.id === id && !isMergedRow(row)))
  if (before === undefined) return null
  return listGoneAccounts(before.accounts, now.accounts).some(row => row.id === id) ? false : null
}

const inquiryListed = (ids: readonly string[], now: Rows, earlier: readonly Rows[]): boolean | null => {
  if (now.inquiries.some(({ id }) => ids.includes(id))) return true
  const before = earlier.find(({ inquiries }) => inquiries.some(({ id }) => ids.includes(id)))
  const was = before?.inquiries.find(({ id }) => ids.includes(id))
  if (was === undefined) return null
  const couldBeIt = now.inquiries.some(
    one => one.date === was.date && !before?.inquiries.some(({ id }) => id === one.id),
  )
  return couldBeIt ? null : false
}

/** The entries of a field as shown on screens, which is how disputes name them. */
const entriesOf = (person: PersonalInfo, field: string): (string | null)[] => {
  switch (field) {
    case 'name':
      return [person.name, ...person.aliases]
    case 'dob':
      return [showDate(person.dob)]
    case 'ssn':
      return [person.ssnLastFour === null ? null : maskSsn(person.ssnLastFour.slice(-4))]
    case 'address':
      return [person.currentAddress, ...person.previousAddresses].map(one => one && formatAddress(one))
    case 'phone':
      return person.phones
    default:
      return person.employers
  }
}

/**
 * Whether a bureau's part of a report lists an item; null if that is not certain. An item is missing only if an earlier
 * report of the history listed it and nothing in this one could be the same item under another id. Spellings of personal
 * entries vary too much to call one missing.
 */
const isListed = (
  item: DisputedItem,
  bureau: Bureau,
  report: StateReport,
  earlier: readonly StateReport[],
): boolean | null => {
  const file = report.files?.find(one => one.bureau === bureau)
  if (file?.status !== 'hit' && file?.status !== 'thin') return null
  const now = rowsAt(report, bureau)
  const before = earlier.map(one => rowsAt(one, bureau))
  if (item.kind !== 'personal') {
    const listed =
      item.kind === 'account' ? accountListed(item.id, now, before) : inquiryListed(item.ids, now, before)
    const coverage = report.parts?.find(part => part.bureau === bureau)?.coverage
    const section = item.kind === 'account' ? 'accounts' : 'inquiries'
    const statesSections = coverage !== undefined
    const isMissing = before.some(one => mayLackSection(one[section], now[section], { statesSections }))
    // The unread part, or a section missing from the document, may contain it.
    return listed === false && (isMissing || (statesSections && !isReadWhole(coverage, section)))
      ? null
      : listed
  }
  const entries = report.personal
    .filter(person => person.bureau === bureau)
    .flatMap(person => entriesOf(person, item.field))
  return entries.some(entry => entry !== null && plainText(entry) === plainText(item.value)) ? true : null
}

type Held = Asked & Pick<DisputeRecord, 'disputeId' | 'createdOn' | 'asksHow'>

const stateNameOf = ({ answer, progress }: Asked, lists: boolean | null): ItemStateName => {
  if (answer === null) return lists === false ? 'not_listed' : progress
  return answer.outcome === 'deleted' && lists === true ? 'relisted' : answer.outcome
}

/** `asked` is newest first. A question about how an item was verified does not replace the answer it asks about. */
const stateAt = (
  item: DisputedItem,
  bureau: Bureau,
  asked: readonly Held[],
  report: StateReport,
  earlier: readonly StateReport[],
): StateAt[] => {
  const held = asked.find(({ asksHow }) => !asksHow)
  if (held === undefined) return []
  const question = asked[0]?.asksHow === true && asked[0].answer === null ? asked[0] : null
  const since = held.answer?.on ?? held.mailedOn ?? held.createdOn
  const date = findPartDate(report, bureau)
  const isNewer = isBefore(since, date)
  const lists = isNewer ? isListed(item, bureau, report, earlier) : null
  const state = stateNameOf(held, lists)
  const letter = state === 'verified' && question !== null ? question : held
  return [
    {
      bureau,
      disputeId: letter.disputeId,
      state: state === 'verified' && question !== null ? 'asked_how' : state,
      createdOn: letter.createdOn,
      mailedOn: letter.mailedOn,
      dueOn: letter.dueOn,
      answeredOn: held.answer?.on ?? null,
      newerReport: isNewer && date !== null ? { date, lists } : null,
    },
  ]
}

/**
 * The state of every disputed item at every bureau that was asked, from the newest dispute about it. `earlier` are the
 * reports of the history before `report`, newest first.
 */
export const findItemStates = (
  records: readonly DisputeRecord[],
  report: StateReport,
  earlier: readonly StateReport[],
): ItemState[] => {
  const groups: [DisputeRecord, ...DisputeRecord[]][] = []
  for (const record of records.toSorted((one, other) => (one.disputeId < other.disputeId ? 1 : -1))) {
    const group = groups.find(([first]) => isSameItem(first.item, record.item))
    if (group) group.push(record)
    else groups.push([record])
  }
  return groups.flatMap(group => {
    const [{ item }] = group
    const held = group.flatMap(({ asked, item: _, ...record }) => asked.map(one => ({ ...record, ...one })))
    const at = sortBureaus(held.map(({ bureau }) => bureau)).flatMap(bureau =>
      stateAt(
        item,
        bureau,
        held.filter(one => one.bureau === bureau),
        report,
        earlier,
      ),
    )
    return at.length === 0 ? [] : [{ item, at }]
  })
}
