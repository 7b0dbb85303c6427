import type { Bureau } from '#values/bureau.ts'
import type { ChartMonth } from './chart-months.ts'
import { type ChartLayout, isOnScale, monthX, scoreY } from './chart-scale.ts'
import { spreadLabels } from './push-apart.ts'

export type ChartPoint = { x: number; y: number; score: number }

/** One bureau's line: its points, the path through neighbours in time, and where its name stands. */
export type ChartLine = {
  bureau: Bureau
  points: ChartPoint[]
  /** Empty when no two neighbouring months have a score: a month without one is never bridged. */
  path: string
  label: { x: number; y: number; score: number; lead: string }
}

/** Points of neighbouring months as one stroke; a gap begins a new one, and a point alone draws none. */
const strokes = (places: readonly (ChartPoint | null)[]): string => {
  let path = ''
  for (const [place, point] of places.entries()) {
    if (point === null) continue
    const before = places[place - 1]
    if (before) path += `L${point.x} ${point.y}`
    else if (places[place + 1]) path += `M${point.x} ${point.y}`
  }
  return path
}

/** How far right of its last point a line's name begins, and the thin line that leads there. */
const lead = { from: 8, to: 20, text: 25 }

/** The lines of the bureaus that have a score on the scale, with their names pushed apart at the lines' ends. */
export const buildChartLines = (
  layout: ChartLayout,
  months: readonly ChartMonth[],
  bureaus: readonly Bureau[],
): ChartLine[] => {
  const drawn = bureaus.flatMap(bureau => {
    const places = months.map(({ scores }, place) => {
      const score = scores[bureau]
      return isOnScale(score)
        ? { x: monthX(layout, place, months.length), y: scoreY(layout, score), score }
        : null
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
