import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import { findPartDate } from '#features/reports/parts.ts'
import type { BureauSummary, ReportSummary } from '#features/reports/summary.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { addMonthsToDay, dayIn } from '#values/dates.ts'
import type { History, HistoryEntry } from './contract.ts'

export type PastReport = { receivedAt: Date; summary: ReportSummary }

type Dated = { summary: ReportSummary; day: string; reportTime: string }

/**
 * The date of a bureau's part if it is at least a full day before it was received, as noon UTC since the API needs an
 * instant; otherwise the time it was received.
 */
const dated = ({ receivedAt, summary }: PastReport, bureau: Bureau, timeZone: string): Dated => {
  const arrived = dayIn(timeZone, receivedAt)
  const own = findPartDate(summary, bureau)
  if (own?.length === 10 && own < arrived) return { summary, day: own, reportTime: `${own}T12:00:00.000Z` }
  return { summary, day: arrived, reportTime: receivedAt.toISOString() }
}

type Score = NonNullable<BureauSummary['score']>

type BureauDay = { day: string; bureauSummary: BureauSummary }

/** Scores of different models cannot be compared; an unnamed model may be the same. */
const modelChange = (before: Score | null, now: Score | null): HistoryEntry['changes'] =>
  before?.model && now?.model && before.model !== now.model
    ? [
        {
          title: 'The score model changed',
          summary: `This score is ${now.model}, the one before was ${before.model}. Two models measure differently.`,
        },
      ]
    : []

/** The same report repeated: same day, and nothing changed. */
const isAgain = (earlier: BureauDay | null, { day, bureauSummary }: BureauDay): boolean =>
  day === earlier?.day &&
  bureauSummary.changes.length === 0 &&
  bureauSummary.score?.score === earlier.bureauSummary.score?.score &&
  bureauSummary.score?.model === earlier.bureauSummary.score?.model

/** The limit of changes in one entry, as in one report. */
const MAX_CHANGES = 8

const entriesOf = (bureau: Bureau, reports: readonly Dated[], since: string): HistoryEntry[] => {
  const entries: HistoryEntry[] = []
  let before: Score | null = null
  let last: BureauDay | null = null
  for (const { day, reportTime, summary } of reports) {
    const bureauSummary = summary.bureaus[bureau]
    if (!bureauSummary) continue
    const again = isAgain(last, { day, bureauSummary })
    last = { day, bureauSummary }
    if (day > since && !again) {
      const ofModel = modelChange(before, bureauSummary.score)
      entries.push({
        reportTime,
        scoreNew: bureauSummary.score?.score ?? null,
        scoreOld: before?.score ?? null,
        ...(ofModel.length > 0 && { modelChanged: true as const }),
        changes: [...ofModel, ...bureauSummary.changes].slice(0, MAX_CHANGES),
      })
    }
    before = bureauSummary.score ?? before
  }
  return entries.toReversed()
}

/**
 * Six months up to today in the business time zone, for the bureaus of the plan or the requested one. The old score is
 * the bureau's previous one, even from before the six months. `reports` is sorted by time received, newest first; reports
 * of another subject or source belong to another history and are omitted.
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
  const own = reports.filter(({ summary }) => summary.historyId === shown).toReversed()
  const ofBureau = (one: Bureau): Dated[] =>
    own
      .map(report => dated(report, one, timeZone))
      .toSorted((earlier, later) => earlier.day.localeCompare(later.day))
  const since = addMonthsToDay(dayIn(timeZone, now), -6)
  const seen =
    bureau === null ? sortBureaus(bureausInPlan(plan)) : bureausInPlan(plan).filter(one => one === bureau)
  return {
    bureau,
    history: Object.fromEntries(
      seen
        .map(one => [one, entriesOf(one, ofBureau(one), since)] as const)
        .filter(([, entries]) => entries.length > 0),
    ),
  }
}
