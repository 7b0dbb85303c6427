import type { Bureau } from '#values/bureau.ts'
import { addMonths, monthsBetween } from '#values/dates.ts'
import type { History } from '../contract.ts'
import { scoreRange } from '../score-rating.ts'

export type ChartLayout = {
  name: 'wide' | 'narrow'
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
  /** The minimum distance between two names. */
  labelGap: number
  markRadius: number
  /** Bounds of the tooltip table: right edge, and distance above the axis. */
  tipRight: number
  tipLift: number
}

/** Desktop and phone. */
export const wide: ChartLayout = {
  name: 'wide',
  width: 1050,
  height: 380,
  left: 44,
  right: 898,
  top: 16,
  bottom: 344,
  labelGap: 22,
  markRadius: 4.6,
  tipRight: 958,
  tipLift: 56,
}
export const narrow: ChartLayout = {
  name: 'narrow',
  width: 358,
  height: 300,
  left: 36,
  right: 312,
  top: 12,
  bottom: 266,
  labelGap: 18,
  markRadius: 4,
  tipRight: 352,
  tipLift: 40,
}

const { lowest, highest } = scoreRange

export const scoreTicks: readonly number[] = [300, 400, 500, 600, 700, 800, 850]

export const isOnScale = (score: number | null | undefined): score is number =>
  typeof score === 'number' && score >= lowest && score <= highest

const rounded = (position: number): number => Math.round(position * 10) / 10

export const scoreY = ({ top, bottom }: ChartLayout, score: number): number =>
  rounded(bottom - ((score - lowest) / (highest - lowest)) * (bottom - top))

export const monthX = ({ left, right }: ChartLayout, place: number, count: number): number =>
  rounded(count < 2 ? right : left + (place * (right - left)) / (count - 1))

/** Null if the newest report of the month has no score. */
export type ChartMonth = {
  /** `YYYY-MM`. */
  month: string
  /** The day of the month's newest report, `YYYY-MM-DD`. */
  day: string | null
  scores: Partial<Record<Bureau, number | null>>
  /** Bureaus whose score is of another model than the one before: the two cannot be compared. */
  newModels: readonly string[]
}

const windowMonths = 6

/**
 * Six months up to the newest report, or more when the oldest report is earlier. A month without a report
 * stays a gap.
 */
export const buildChartMonths = (
  history: History['history'],
  dayOf: (instant: string) => string,
): ChartMonth[] => {
  const entries = Object.entries(history).flatMap(([bureau, reported]) =>
    reported.map(({ reportTime, scoreNew, modelChanged = false }) => ({
      bureau,
      day: dayOf(reportTime),
      score: scoreNew,
      modelChanged,
    })),
  )
  const days = entries.map(({ day }) => day).toSorted()
  const [oldest, newest] = [days[0]?.slice(0, 7), days.at(-1)?.slice(0, 7)]
  if (oldest === undefined || newest === undefined) return []
  const count = Math.max(windowMonths, monthsBetween(oldest, newest) + 1)
  return Array.from({ length: count }, (_, place) => {
    const month = addMonths(newest, place + 1 - count)
    const inMonth = entries
      .filter(({ day }) => day.startsWith(month))
      .toSorted((one, other) => one.day.localeCompare(other.day))
    return {
      month,
      day: inMonth.at(-1)?.day ?? null,
      scores: Object.fromEntries(inMonth.map(({ bureau, score }) => [bureau, score])),
      newModels: inMonth.filter(({ modelChanged }) => modelChanged).map(({ bureau }) => bureau),
    }
  })
}

/** The day of the report if only one month has a report, so that no line can be drawn. */
export const onlyReportDay = (months: readonly ChartMonth[]): string | null => {
  const [day, ...more] = months.flatMap(month => month.day ?? [])
  return day === undefined || more.length > 0 ? null : day
}

/**
 * The positions closest to `wanted` (least squares), ascending, at least `gap` apart and within `from` and
 * `to` where they fit.
 */
export const spreadLabels = (
  wanted: readonly number[],
  gap: number,
  { from, to }: { from: number; to: number },
): number[] => {
  // With the gaps removed only the order matters: neighbors that would cross share their mean.
  const blocks: { sum: number; size: number }[] = []
  for (const [place, position] of wanted.entries()) {
    let block = { sum: position - place * gap, size: 1 }
    for (
      let last = blocks.at(-1);
      last && last.sum / last.size > block.sum / block.size;
      last = blocks.at(-1)
    ) {
      block = { sum: block.sum + last.sum, size: block.size + last.size }
      blocks.pop()
    }
    blocks.push(block)
  }
  const lastStart = to - (wanted.length - 1) * gap
  return blocks
    .flatMap(({ sum, size }) => Array.from({ length: size }, () => sum / size))
    .map((start, place) => Math.max(from, Math.min(start, lastStart)) + place * gap)
}

type ChartPoint = {
  x: number
  y: number
  score: number
  /** Of another model than the score before, to which no line leads. */
  startsModel: boolean
}

type ChartLine = {
  bureau: Bureau
  points: ChartPoint[]
  /** A gap for every month without a score, and before a score of another model. */
  path: string
  label: { x: number; y: number; score: number; lead: string }
}

const strokes = (places: readonly (ChartPoint | null)[]): string => {
  let path = ''
  for (const [place, point] of places.entries()) {
    if (point === null) continue
    const [before, after] = [places[place - 1], places[place + 1]]
    if (before && !point.startsModel) path += `L${point.x} ${point.y}`
    else if (after && !after.startsModel) path += `M${point.x} ${point.y}`
  }
  return path
}

/** Distances from the last point of a line to its name and to the connecting line. */
const lead = { from: 8, to: 20, text: 25 }

/** Bureaus with a score on the scale; their names are spread at the right end. */
export const buildChartLines = (
  layout: ChartLayout,
  months: readonly ChartMonth[],
  bureaus: readonly Bureau[],
): ChartLine[] => {
  const drawn = bureaus.flatMap(bureau => {
    const places = months.map(({ scores, newModels }, place) => {
      const score = scores[bureau]
      if (!isOnScale(score)) return null
      const [x, y] = [monthX(layout, place, months.length), scoreY(layout, score)]
      return { x, y, score, startsModel: newModels.includes(bureau) }
    })
    const points = places.filter(point => point !== null)
    const last = points.at(-1)
    return last === undefined ? [] : [{ bureau, points, last, path: strokes(places) }]
  })
  const ends = drawn.map(line => line.last.x)
  const labelled = [...new Set(ends)].flatMap(x => {
    const together = drawn
      .filter(line => line.last.x === x)
      .toSorted((one, other) => one.last.y - other.last.y)
    const wanted = together.map(line => line.last.y)
    const pushed = spreadLabels(wanted, layout.labelGap, { from: layout.top, to: layout.bottom })
    return together.map(({ last, ...line }, place) => {
      const y = Math.round((pushed[place] ?? last.y) * 10) / 10
      return {
        ...line,
        label: {
          x: x + lead.text,
          y,
          score: last.score,
          lead: `M${x + lead.from} ${last.y}L${x + lead.to} ${y}`,
        },
      }
    })
  })
  return labelled.toSorted((one, other) => bureaus.indexOf(one.bureau) - bureaus.indexOf(other.bureau))
}
