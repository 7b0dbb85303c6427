import { minDaysBetween } from '#features/findings/dates-apart.ts'
import { addressKey } from '#features/findings/personal-details.ts'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import {
  type BureauFile,
  hasFile,
  listAddresses,
  selectBureauFile,
} from '#features/reports/changes/bureau-file.ts'
import { changeKinds, type DetectedChange } from '#features/reports/changes/notable.ts'
import { findChanges } from '#features/reports/changes.ts'
import { creditorKey } from '#features/reports/creditor.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import type { PartialDate } from '#values/dates.ts'

/** What of a new report the person is told of at once, out of what changed since the report before it. */

export const alertKinds = ['account', 'inquiry', 'derogatory', 'address', 'score'] as const
export type AlertKind = (typeof alertKinds)[number]

/** What one bureau's file now says; the ids lead to its place in the report. */
export type AlertItem = {
  bureau: Bureau
  /** One sentence, masked. */
  text: string
  accountId?: string
  inquiryId?: string
  recordId?: string
}

/** One new thing, with what each bureau says of it. */
export type AlertContent = { kind: AlertKind; title: string; items: readonly AlertItem[] }

/**
 * A score drop is told from ten points on: balances move every month, and with them a score by a few points in both
 * directions (docs/decisions/0016-alerts.md).
 */
const MIN_SCORE_DROP = 10

/** A noticed change that is worth an alert, and what makes it one thing at several bureaus. */
type AlertCandidate = { kind: AlertKind; title: string; key: string; item: AlertItem }

type Files = { before: BureauFile; now: BureauFile; bureau: Bureau }

/** So many things of long ago at once were not opened at once: the file before held a part only, or its numbers changed. */
const FLOOD_SIZE = 4

/** What began so many days before the earlier report would have been in it: bureaus hear of things a month or two late. */
const REPORTING_LAG_DAYS = 120

type Began = { id: string; began: PartialDate | null }

/** Ids of what came, and is so old that it is new to us alone; none where there are few of them. */
const oldItems = (came: readonly Began[], reportDate: PartialDate | null): ReadonlySet<string> => {
  const old = came.filter(
    ({ began }) =>
      began === null || reportDate === null || minDaysBetween(began, reportDate) > REPORTING_LAG_DAYS,
  )
  return new Set(old.length >= FLOOD_SIZE ? old.map(({ id }) => id) : [])
}

/** What came in a flood: accounts and inquiries of long ago that a file which was there in part did not show. */
const findFlood = ({ before, now }: Files): ReadonlySet<string> => {
  const accounts = [...now.accounts.values()].filter(({ id }) => !before.accounts.has(id))
  const inquiries = now.inquiries.filter(({ id }) => !before.inquiries.some(one => one.id === id))
  return new Set([
    ...oldItems(
      accounts.map(({ id, dateOpened }) => ({ id, began: dateOpened })),
      before.reportDate,
    ),
    ...oldItems(
      inquiries.map(({ id, date }) => ({ id, began: date })),
      before.reportDate,
    ),
  ])
}

const accountAlert = (
  noticed: DetectedChange,
  account: Account,
  { before, bureau }: Files,
): AlertCandidate[] => {
  const item = { bureau, text: noticed.summary, accountId: account.id }
  const told = (kind: AlertKind): AlertCandidate[] => [
    { kind, title: changeKinds[noticed.kind][1], key: `${noticed.kind} ${account.id}`, item },
  ]
  if (noticed.kind === 'collectionNew') return told('derogatory')
  if (noticed.kind === 'accountNew') return told(account.isDerogatory ? 'derogatory' : 'account')
  // A charge-off that becomes a collection was derogatory before: it is no new mark.
  const was = before.accounts.get(account.id)
  return noticed.kind === 'adverse' && was?.isDerogatory === false && account.isDerogatory
    ? told('derogatory')
    : []
}

/** Whether an inquiry could be one that is gone, under another spelling: then nobody knows that it is new. */
const couldBeFormer = (date: string | null, { before, now }: Files): boolean =>
  before.inquiries.some(former => former.date === date && !now.inquiries.some(({ id }) => id === former.id))

const inquiryAlert = (noticed: DetectedChange, id: string, files: Files): AlertCandidate[] => {
  const inquiry = files.now.inquiries.find(one => one.id === id)
  if (inquiry === undefined || couldBeFormer(inquiry.date, files)) return []
  const key = `inquiry ${creditorKey(inquiry.company)} ${inquiry.date}`
  const item = { bureau: files.bureau, text: noticed.summary, inquiryId: id }
  return [{ kind: 'inquiry', title: changeKinds.inquiryNew[1], key, item }]
}

/** A record that bears the day or the number of one that is gone may be that one, worded anew. */
const recordAlert = (
  noticed: DetectedChange,
  id: string,
  { before, now, bureau }: Files,
): AlertCandidate[] => {
  const record = now.records.find(one => one.id === id)
  if (record === undefined) return []
  const gone = before.records.filter(former => !now.records.some(one => one.id === former.id))
  if (gone.some(({ filed, caseNumber }) => filed === record.filed || caseNumber === record.caseNumber))
    return []
  const item = { bureau, text: noticed.summary, recordId: id }
  const key = `record ${record.filed} ${record.caseNumber}`
  return [{ kind: 'derogatory', title: changeKinds.recordNew[1], key, item }]
}

/** A place is known by house number and postal code: the same one, spelled anew, is not new. */
const addressAlert = (
  noticed: DetectedChange,
  place: string | null,
  { before, bureau }: Files,
): AlertCandidate[] => {
  const former = listAddresses(before).map(addressKey)
  if (place === null || former.length === 0 || former.includes(place) || former.includes(null)) return []
  const item = { bureau, text: noticed.summary }
  return [{ kind: 'address', title: changeKinds.addressNew[1], key: `address ${place}`, item }]
}

const changeAlert = (noticed: DetectedChange, files: Files): AlertCandidate[] => {
  const { about } = noticed
  if (about?.kind === 'account') {
    const account = files.now.accounts.get(about.id)
    return account ? accountAlert(noticed, account, files) : []
  }
  if (about?.kind === 'inquiry') return inquiryAlert(noticed, about.id, files)
  if (about?.kind === 'record') return recordAlert(noticed, about.id, files)
  return about?.kind === 'address' ? addressAlert(noticed, addressKey(about.address), files) : []
}

/** A lower score of the same model; scores of two models are not one measure. */
const scoreAlert = ({ before, now, bureau }: Files): AlertCandidate[] => {
  const [was, is] = [before.score, now.score]
  if (was === null || is === null || was.model !== is.model || was.score - is.score < MIN_SCORE_DROP)
    return []
  const model = is.model === null ? '' : ` (${now.mask(is.model)})`
  const text = `From ${was.score} to ${is.score}, ${was.score - is.score} points lower${model}.`
  return [{ kind: 'score', title: 'Score drop', key: 'score', item: { bureau, text } }]
}

/** Whether a report holds a file of a bureau. */
const hasBureauFile = (report: Report, bureau: Bureau): boolean => {
  const file = selectBureauFile(report, bureau)
  return file !== null && hasFile(file)
}

/** Whether a bureau gave a file now and none in the report before: then what it said last stands in earlier ones. */
export const hasReturnedBureau = (previous: Report, report: Report): boolean =>
  bureaus.some(bureau => hasBureauFile(report, bureau) && !hasBureauFile(previous, bureau))

const bureauAlerts = (known: readonly Report[], report: Report, bureau: Bureau): AlertCandidate[] => {
  const previous = known.find(one => hasBureauFile(one, bureau))
  // A bureau that never gave a file brings nothing new: nobody knows what it held.
  if (previous === undefined || !hasBureauFile(report, bureau)) return []
  const [before, now] = [selectBureauFile(previous, bureau), selectBureauFile(report, bureau)]
  if (before === null || now === null) return []
  const files = { before, now, bureau }
  const flood = findFlood(files)
  return [
    ...findChanges(previous, report, bureau)
      .filter(({ about }) => about === undefined || !('id' in about) || !flood.has(about.id))
      .flatMap(noticed => changeAlert(noticed, files)),
    ...scoreAlert(files),
  ]
}

/**
 * What the person is told of, out of two consecutive reports of one history: new accounts, inquiries, derogatory marks and
 * addresses, and score drops of ten points or more. It is what the history notices between the two (`findChanges`), each
 * thing once for all bureaus that show it; where it may be an old thing spelled anew, nothing is said. A bureau that gave no
 * file in the previous report is compared with the newest of the earlier ones, newest first, in which it gave one.
 */
export const findAlerts = (
  previous: Report,
  report: Report,
  earlier: readonly Report[] = [],
): AlertContent[] => {
  const told = bureaus.flatMap(bureau => bureauAlerts([previous, ...earlier], report, bureau))
  return [...Map.groupBy(told, ({ key }) => key).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ kind: first.kind, title: first.title, items: [first, ...others].map(({ item }) => item) }],
  )
}

/** What of an alert a plan shows (decisions section 4): null when it is about other bureaus only. */
export const redactAlertForPlan = <Alert extends AlertContent>(alert: Alert, plan: Plan): Alert | null => {
  const shown = bureausInPlan(plan)
  const items = alert.items.filter(({ bureau }) => shown.includes(bureau))
  return items.length === 0 ? null : { ...alert, items }
}
