import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { BureauSummary, ReportSummary } from '#features/reports/summary.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { addMonthsToDay, dayIn } from '#values/dates.ts'
import type { History, HistoryEntry } from './contract.ts'

/** A report as the history needs it: nothing but what was computed when it was received. */
export type PastReport = { receivedAt: Date; summary: ReportSummary }

type Dated = PastReport & { day: string; reportTime: string }

/**
 * When a report stood: on its own date where that is a whole day, and no later than it came. An instant is wanted, so a day
 * other than that of its coming is given as its noon in UTC.
 */
const dated = (report: PastReport, timeZone: string): Dated => {
  const { receivedAt, summary } = report
  const came = dayIn(timeZone, receivedAt)
  const own = summary.reportDate
  if (own?.length === 10 && own < came) return { ...report, day: own, reportTime: `${own}T12:00:00.000Z` }
  return { ...report, day: came, reportTime: receivedAt.toISOString() }
}

type Score = NonNullable<BureauSummary['score']>

/** What the report of a day tells of a bureau. */
type Told = { day: string; told: BureauSummary }

/** Two scores of two models are not one measure; what is not named may be the same. */
const modelChange = (before: Score | null, now: Score | null): HistoryEntry['changes'] =>
  before?.model && now?.model && before.model !== now.model
    ? [
        {
          title: 'The score model changed',
          summary: `This score is ${now.model}, the one before was ${before.model}. Two models measure differently.`,
        },
      ]
    : []

/** A report that was brought again: of the same day, and nothing in it is other than it was. */
const isAgain = (earlier: Told | null, { day, told }: Told): boolean =>
  day === earlier?.day &&
  told.changes.length === 0 &&
  told.score?.score === earlier.told.score?.score &&
  told.score?.model === earlier.told.score?.model

/** As many changes as one report tells. */
const MOST = 8

/** The entries of one bureau after a day, newest first, out of all reports of the history, oldest first. */
const entriesOf = (bureau: Bureau, reports: readonly Dated[], since: string): HistoryEntry[] => {
  const entries: HistoryEntry[] = []
  let before: Score | null = null
  let last: Told | null = null
  for (const { day, reportTime, summary } of reports) {
    const told = summary.bureaus[bureau]
    if (!told) continue
    const again = isAgain(last, { day, told })
    last = { day, told }
    if (day > since && !again) {
      entries.push({
        reportTime,
        scoreNew: told.score?.score ?? null,
        scoreOld: before?.score ?? null,
        changes: [...modelChange(before, told.score), ...told.changes].slice(0, MOST),
      })
    }
    before = told.score ?? before
  }
  return entries.toReversed()
}

/**
 * The history that the shown report stands in (decisions section 5): six months up to today in the business time zone, so
 * that monthly reports give six changes, per bureau of the plan, or of the one asked for. The old score is the last one before at that bureau, also from before the six
 * months; null when there was none. `reports` come with the last received first, and those of one day stay in that order;
 * reports of another subject or source are another history.
 */
export const buildHistory = ({
  reports,
  plan,
  bureau,
  now,
  timeZone,
}: {
  reports: readonly PastReport[]
  plan: Plan
  bureau: Bureau | null
  now: Date
  timeZone: string
}): History => {
  const shown = reports[0]?.summary.historyId
  const own = reports
    .filter(({ summary }) => summary.historyId === shown)
    .map(report => dated(report, timeZone))
    .toReversed()
    .toSorted((one, other) => one.day.localeCompare(other.day))
  const since = addMonthsToDay(dayIn(timeZone, now), -6)
  const seen =
    bureau === null ? sortBureaus(bureausInPlan(plan)) : bureausInPlan(plan).filter(one => one === bureau)
  return {
    bureau,
    history: Object.fromEntries(
      seen.map(one => [one, entriesOf(one, own, since)] as const).filter(([, entries]) => entries.length > 0),
    ),
  }
}
