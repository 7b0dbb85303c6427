import { isBefore } from '#features/findings/partial-dates.ts'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Report } from '#features/reports/canonical.ts'
import { arrivedTogether, findPartDate } from '#features/reports/parts.ts'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { PersonalField } from './dispute-requests.ts'
import { listPersonalEntries, visiblePersonalInfo } from './personal-entries.ts'
import { isSameEntry } from './personal-match.ts'

/** Identifies an item in later reports: ids of accounts and inquiries do not change. */
export type ItemIdentity =
  | { type: 'account'; accountId: string }
  /** The inquiry of one application at each bureau that listed it. */
  | { type: 'inquiry'; ids: Partial<Record<Bureau, string>> }
  | { type: 'personal-info'; field: PersonalField; reportedValue: string }
  | {
      type:
        | 'freeze'
        | 'agency-freeze'
        | 'fraud-alert'
        | 'validation'
        | 'cease'
        | 'direct'
        | 'goodwill'
        | 'settlement'
        | 'theft-notice'
    }

/** Whether two are the same item at a bureau; what disputes nothing in a file is none. */
export const isSameAt = (bureau: Bureau, one: ItemIdentity, other: ItemIdentity): boolean => {
  if (one.type === 'account') return other.type === 'account' && one.accountId === other.accountId
  if (one.type === 'inquiry')
    return other.type === 'inquiry' && one.ids[bureau] !== undefined && one.ids[bureau] === other.ids[bureau]
  return (
    one.type === 'personal-info' &&
    other.type === 'personal-info' &&
    one.field === other.field &&
    isSameEntry(one.field, one.reportedValue, other.reportedValue)
  )
}

/** Whether a bureau's own part of a report shows an item; a merged row proves nothing about one bureau. */
const isShownBy = (bureau: Bureau, thing: ItemIdentity, report: Report, plan: Plan): boolean => {
  switch (thing.type) {
    case 'account':
      return report.accounts.some(
        row => row.id === thing.accountId && row.bureau === bureau && !isMergedRow(row),
      )
    case 'inquiry':
      return report.inquiries.some(row => row.id === thing.ids[bureau] && row.bureau === bureau)
    case 'personal-info':
      return listPersonalEntries(visiblePersonalInfo(report, plan)).some(
        entry =>
          entry.bureau === bureau &&
          entry.field === thing.field &&
          isSameEntry(thing.field, entry.value, thing.reportedValue),
      )
    case 'freeze':
    case 'fraud-alert':
    case 'agency-freeze':
    case 'validation':
    case 'cease':
    case 'direct':
    case 'goodwill':
    case 'settlement':
    case 'theft-notice':
      return false
  }
}

/** Bureaus whose file is part of a merged row: it may be disputed at each of them. */
const mergedAt = (thing: ItemIdentity, report: Report): Bureau[] => {
  const merged =
    thing.type === 'account'
      ? report.accounts.filter(row => row.id === thing.accountId && isMergedRow(row))
      : []
  return report.files
    .filter(
      ({ bureau, status }) =>
        status === 'hit' && merged.some(row => arrivedTogether(report, bureau, row.bureau)),
    )
    .map(({ bureau }) => bureau)
}

/** The bureaus of the plan at which a report shows an item, so that it can be disputed there. */
export const listBureausShowing = (thing: ItemIdentity, report: Report, plan: Plan): Bureau[] => {
  const merged = mergedAt(thing, report)
  return sortBureaus(
    bureausInPlan(plan).filter(bureau => merged.includes(bureau) || isShownBy(bureau, thing, report, plan)),
  )
}

/** An item that a bureau answered it deleted, and the day (`YYYY-MM-DD`). */
export type DeletedItem = { itemId: string; thing: ItemIdentity; bureau: Bureau; on: string }

/**
 * Deleted items that a later report of the user shows again at the same bureau (finder rule R-01). The law allows
 * reinserting them only if the furnisher certifies them, with a written notice to the consumer within five business days
 * (15 USC 1681i(a)(5)(B)). A report that is not certainly later than the answer proves nothing.
 */
export const findReinserted = (deleted: readonly DeletedItem[], report: Report, plan: Plan): DeletedItem[] =>
  deleted.filter(
    ({ thing, bureau, on }) =>
      isBefore(on, findPartDate(report, bureau)) &&
      bureausInPlan(plan).includes(bureau) &&
      isShownBy(bureau, thing, report, plan),
  )
