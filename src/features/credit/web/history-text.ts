import type { Bureau } from '#values/bureau.ts'
import { addMonthsToDay, dayIn, showDay, showMonthWords } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import type { HistoryEntry } from '../contract.ts'
import { scoreRange } from '../score-rating.ts'
import type { ChartMonth } from './chart.ts'

export type Change = { text: string; tone: 'up' | 'dn' | null }

export const scoreChange = (scoreNew: number | null, scoreOld: number | null): Change | null => {
  if (scoreNew === null || scoreOld === null) return null
  const by = scoreNew - scoreOld
  if (by === 0) return { text: '0', tone: null }
  return by > 0 ? { text: `+${by}`, tone: 'up' } : { text: String(by), tone: 'dn' }
}

export type ScoredEntry = HistoryEntry & { scoreNew: number }

/** Starts at the first score of the newest score's model, because scores of two models cannot be compared. */
export const scoreSpan = (
  entries: readonly HistoryEntry[],
): { first: ScoredEntry; last: ScoredEntry } | null => {
  const scored = entries.flatMap(entry =>
    entry.scoreNew === null ? [] : [{ ...entry, scoreNew: entry.scoreNew }],
  )
  const changed = scored.findIndex(({ modelChanged }) => modelChanged)
  const [last, first] = [scored[0], changed === -1 ? scored.at(-1) : scored[changed]]
  return last === undefined || first === undefined || last === first ? null : { first, last }
}

/** Null without an earlier score of the same model, or if the newest entry belongs to another report. */
export const findLastChange = (
  entries: readonly HistoryEntry[],
  score: number,
): { change: Change; since: string } | null => {
  const [now, before] = entries.filter(entry => entry.scoreNew !== null)
  const change = scoreChange(now?.scoreNew ?? null, before?.scoreNew ?? null)
  return now?.scoreNew === score && !now.modelChanged && before !== undefined && change !== null
    ? { change, since: before.reportTime }
    : null
}

export const formatMonth = (month: string, withYear: boolean): string =>
  showMonthWords(month, withYear ? { month: 'short', year: 'numeric' } : { month: 'short' })

/** `June to November 2026`, or `November 2025 to April 2026`. */
export const formatMonthRange = (first: string, last: string): string => {
  const sameYear = first.slice(0, 4) === last.slice(0, 4)
  return `${showMonthWords(first, sameYear ? { month: 'long' } : { month: 'long', year: 'numeric' })} to ${showMonthWords(last, { month: 'long', year: 'numeric' })}`
}

export const tooltipTitle = ({ day, month }: ChartMonth): string =>
  day === null ? formatMonth(month, true) : showDay(day)

/** `Jun 14, 2026: TransUnion 612, Experian no score, Equifax 634`. */
export const describeMonth = (month: ChartMonth, bureaus: readonly Bureau[]): string =>
  month.day === null
    ? `${tooltipTitle(month)}: no report`
    : `${tooltipTitle(month)}: ${bureaus.map(bureau => `${bureau} ${month.scores[bureau] ?? 'no score'}`).join(', ')}`

const trend = (bureau: Bureau, months: readonly ChartMonth[]): string => {
  const changed = months.findLastIndex(({ newModels }) => newModels.includes(bureau))
  const scores = months
    .slice(Math.max(changed, 0))
    .map(month => month.scores[bureau] ?? null)
    .filter(score => score !== null)
  const [first, last] = [scores[0], scores.at(-1)]
  const since = changed === -1 ? '' : ' since its score model changed'
  if (first === undefined || last === undefined) return `${bureau} has no score${since}`
  if (scores.length === 1) return `${bureau} has one score${since}, ${last}`
  if (first === last) return `${bureau} began and ended at ${last}${since}`
  return `${bureau} ${last > first ? 'rose' : 'fell'} from ${first} to ${last}${since}`
}

/** Reports are pulled on the same day of every month (`refresh-rules.ts`). */
export const describeNextReport = (day: string, isPulled: boolean): string =>
  isPulled
    ? `We ask for the next one about ${showDay(addMonthsToDay(day, 1))}.`
    : 'It gets a second point when you import a later report.'

/** For screen readers. */
export const describeChart = (months: readonly ChartMonth[], bureaus: readonly Bureau[]): string => {
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return ''
  return `Line chart, Credit Score Trend, ${formatMonthRange(first.month, last.month)}, scale ${scoreRange.lowest} to ${scoreRange.highest}. ${bureaus.map(bureau => trend(bureau, months)).join(', ')}. The tables below hold every value.`
}

export const toLocalDay = (instant: string): string => dayIn(browserTimeZone, new Date(instant))
