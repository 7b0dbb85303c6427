import { scoreRange } from '../../score-rating.ts'

/** Where a drawing's parts lie, in units of its box. */
export type ChartLayout = {
  name: 'wide' | 'narrow'
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
  /** The least distance between two names at the lines' ends. */
  labelGap: number
  markRadius: number
  /** How far right the small table may reach, and how far it stays above the axis. */
  tipRight: number
  tipLift: number
}

/** The two drawings of design/ui history.html: beside the sidebar, and on a phone. */
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

/** The scores that a line marks: every hundred, and the end of the scale (design/ui README section 10). */
export const scoreTicks: readonly number[] = [300, 400, 500, 600, 700, 800, 850]

/** Whether a score has a place on the axis; one of another scale stands in the tables only. */
export const isOnScale = (score: number | null | undefined): score is number =>
  typeof score === 'number' && score >= lowest && score <= highest

const rounded = (position: number): number => Math.round(position * 10) / 10

/** How high a score lies: the bottom at 300, the top at 850. */
export const scoreY = ({ top, bottom }: ChartLayout, score: number): number =>
  rounded(bottom - ((score - lowest) / (highest - lowest)) * (bottom - top))

/** Where a month lies: the first at the left end, the last at the right, all equally far apart. */
export const monthX = ({ left, right }: ChartLayout, place: number, count: number): number =>
  rounded(count < 2 ? right : left + (place * (right - left)) / (count - 1))
