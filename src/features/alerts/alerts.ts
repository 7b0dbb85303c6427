import { minDaysBetween } from '#features/findings/partial-dates.ts'
import { addressKey } from '#features/findings/personal-details.ts'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import {
  type BureauFile,
  hasFile,
  listAddresses,
  REPORTING_LAG_DAYS,
  selectBureauFile,
  splitOnlyIn,
} from '#features/reports/changes/bureau-file.ts'
import { changeKinds, type DetectedChange } from '#features/reports/changes/notable.ts'
import { findChanges } from '#features/reports/changes.ts'
import { creditorKey } from '#features/reports/creditor.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import type { PartialDate } from '#values/dates.ts'

export const alertKinds = ['account', 'inquiry', 'derogatory', 'address', 'score'] as const
export type AlertKind = (typeof alertKinds)[number]

/** What one bureau's file now shows; the ids link to the report. */
type AlertItem = {
  bureau: Bureau
  text: string
  accountId?: string
  inquiryId?: string
  recordId?: string
}

export type AlertContent = { kind: AlertKind; title: string; items: readonly AlertItem[] }

/**
 * In a year of sandbox reports, scores fell by five points in 63 of 312 steps, mostly when only balances had changed, and
 * by ten in 34.
 */
const MIN_SCORE_DROP = 10

/** A change that may become an alert; candidates with equal keys are one change at several bureaus. */
type AlertCandidate = { kind: AlertKind; title: string; key: string; item: AlertItem }

type Files = { before: BureauFile; now: BureauFile; bureau: Bureau }

/** This many old items were not opened on one day: either the earlier file was incomplete, or its numbers changed. */
const FLOOD_SIZE = 4

type Dated = { id: string; date: PartialDate | null }

/** New to us only because it is old; empty if there are few. */
const oldItems = (items: readonly Dated[], reportDate: PartialDate | null): ReadonlySet<string> => {
  const old = items.filter(
    ({ date }) =>
      date === null || reportDate === null || minDaysBetween(date, reportDate) > REPORTING_LAG_DAYS,
  )
  return new Set(old.length >= FLOOD_SIZE ? old.map(({ id }) => id) : [])
}

/** Old accounts and inquiries that are missing from an incomplete earlier file. */
const findFlood = ({ before, now }: Files): ReadonlySet<string> => {
  const { accounts } = splitOnlyIn([...now.accounts.values()], [...before.accounts.values()])
  const inquiries = now.inquiries.filter(({ id }) => !before.inquiries.some(one => one.id === id))
  return new Set([
    ...oldItems(
      accounts.map(({ id, dateOpened }) => ({ id, date: dateOpened })),
      before.reportDate,
    ),
    ...oldItems(inquiries, before.reportDate),
  ])
}

const accountAlert = (
  noticed: DetectedChange,
  account: Account,
  { before, bureau }: Files,
): AlertCandidate[] => {
  const item = { bureau, text: noticed.summary, accountId: account.id }
  const alertOf = (kind: AlertKind): AlertCandidate[] => [
    { kind, title: changeKinds[noticed.kind][1], key: `${noticed.kind} ${account.id}`, item },
  ]
  if (noticed.kind === 'collectionNew') return alertOf('derogatory')
  if (noticed.kind === 'accountNew') return alertOf(account.isDerogatory ? 'derogatory' : 'account')
  // A charge-off that becomes a collection was derogatory before.
  const was = before.accounts.get(account.id)
  return noticed.kind === 'adverse' && was?.isDerogatory === false && account.isDerogatory
    ? alertOf('derogatory')
    : []
}

/** Whether a removed inquiry may be this one in another spelling. */
const couldBeFormer = (date: string | null, { before, now }: Files): boolean =>
  before.inquiries.some(former => former.date === date && !now.inquiries.some(({ id }) => id === former.id))

const inquiryAlert = (noticed: DetectedChange, id: string, files: Files): AlertCandidate[] => {
  const inquiry = files.now.inquiries.find(one => one.id === id)
  if (inquiry === undefined || couldBeFormer(inquiry.date, files)) return []
  const key = `inquiry ${creditorKey(inquiry.company)} ${inquiry.date}`
  const item = { bureau: files.bureau, text: noticed.summary, inquiryId: id }
  return [{ kind: 'inquiry', title: changeKinds.inquiryNew[1], key, item }]
}

/** A record with the date or number of a removed one may be the same record. */
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

/** Addresses are compared by house number and postal code, so a new spelling is not a new address. */
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

/** Scores of different models cannot be compared. */
const scoreAlert = ({ before, now, bureau }: Files): AlertCandidate[] => {
  const [was, is] = [before.score, now.score]
  if (was === null || is === null || was.model !== is.model || was.score - is.score < MIN_SCORE_DROP)
    return []
  const model = is.model === null ? '' : ` (${now.mask(is.model)})`
  const text = `From ${was.score} to ${is.score}, ${was.score - is.score} points lower${model}.`
  return [{ kind: 'score', title: 'Score drop', key: 'score', item: { bureau, text } }]
}

const hasBureauFile = (report: Report, bureau: Bureau): boolean => {
  const file = selectBureauFile(report, bureau)
  return file !== null && hasFile(file)
}

/** Whether a bureau is missing from the previous report and included in this one. */
export const hasReturnedBureau = (previous: Report, report: Report): boolean =>
  bureaus.some(bureau => hasBureauFile(report, bureau) && !hasBureauFile(previous, bureau))

const bureauAlerts = (known: readonly Report[], report: Report, bureau: Bureau): AlertCandidate[] => {
  const previous = known.find(one => hasBureauFile(one, bureau))
  // Without any earlier file of a bureau, nothing can be called new.
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
 * Alerts for the changes between two consecutive reports: new accounts, inquiries, derogatory marks and addresses, and
 * score drops. They are the changes that the history detects (`findChanges`), one alert per change at all bureaus; a
 * change that may be an old item in a new spelling yields none. A bureau without a file in the previous report is
 * compared with its newest earlier one. `earlier` is newest first.
 */
export const findAlerts = (
  previous: Report,
  report: Report,
  earlier: readonly Report[] = [],
): AlertContent[] => {
  const candidates = bureaus.flatMap(bureau => bureauAlerts([previous, ...earlier], report, bureau))
  return [...Map.groupBy(candidates, ({ key }) => key).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ kind: first.kind, title: first.title, items: [first, ...others].map(({ item }) => item) }],
  )
}

/** The part of an alert that a plan shows; null if it is about other bureaus only. */
export const redactAlertForPlan = <Alert extends AlertContent>(alert: Alert, plan: Plan): Alert | null => {
  const shown = bureausInPlan(plan)
  const items = alert.items.filter(({ bureau }) => shown.includes(bureau))
  return items.length === 0 ? null : { ...alert, items }
}

/** The kinds that a message counts, limited to what the plan shows; each bureau has its own score. */
export const countedKinds = (
  found: readonly { kind: AlertKind; items: readonly { bureau: Bureau }[] }[],
  plan: Plan,
): AlertKind[] =>
  found.flatMap(({ kind, items }) => {
    const shown = items.filter(({ bureau }) => bureausInPlan(plan).includes(bureau))
    return (kind === 'score' ? shown : shown.slice(0, 1)).map(() => kind)
  })
