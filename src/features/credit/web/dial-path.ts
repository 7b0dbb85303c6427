import { scoreRange } from '../score-rating.ts'

/** A half circle, lowest on the left, in a box of 220 by 132. */
const centre = { x: 110, y: 106 }
const radius = 92
/** Half the gap between two bands, in radians. */
const gap = 0.0245

const { lowest, highest } = scoreRange

/** In radians, pi at the lowest; scores outside stay at the ends. */
const angleOf = (score: number) => {
  const share = (Math.min(Math.max(score, lowest), highest) - lowest) / (highest - lowest)
  return Math.PI * (1 - share)
}

const at = (angle: number) => ({
  x: (centre.x + radius * Math.cos(angle)).toFixed(1),
  y: (centre.y - radius * Math.sin(angle)).toFixed(1),
})

export const dialPoint = (score: number): { x: string; y: string } => at(angleOf(score))

/** An SVG path from the left end up to a score, with a gap at each edge between two bands. */
export const dialPath = (edges: readonly number[], upTo: number = highest): string => {
  const starts = [lowest, ...edges.filter(edge => edge > lowest && edge < highest)]
  const end = angleOf(upTo)
  return starts
    .map((start, index) => {
      const next = starts[index + 1]
      const from = angleOf(start) - (index === 0 ? 0 : gap)
      const to = Math.max(next === undefined ? 0 : angleOf(next) + gap, end)
      return from > to ? arc(from, to) : ''
    })
    .join('')
}

const arc = (from: number, to: number) => {
  const [start, stop] = [at(from), at(to)]
  return `M${start.x} ${start.y}A${radius} ${radius} 0 0 1 ${stop.x} ${stop.y}`
}
