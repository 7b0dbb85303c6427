/** Coordinates of the cost curve in its box. */

export type CurveLayout = {
  name: 'wide' | 'narrow'
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

/** Desktop and phone. */
export const wide: CurveLayout = {
  name: 'wide',
  width: 720,
  height: 260,
  left: 64,
  right: 700,
  top: 16,
  bottom: 214,
}
export const narrow: CurveLayout = {
  name: 'narrow',
  width: 340,
  height: 230,
  left: 56,
  right: 326,
  top: 12,
  bottom: 186,
}

export type Point = { averageAge: number; cost: number }

const steps = [1, 2, 2.5, 5, 10]

/** A round tick distance that yields about four ticks up to the maximum. */
export const roundStep = (most: number): number => {
  const rough = Math.max(1, most / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  return (steps.find(step => step * power >= rough) ?? 10) * power
}

/** Ticks from zero to at least the maximum. */
export const axisTicks = (most: number): number[] => {
  const step = roundStep(most)
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_none, index) => index * step)
}

const rounded = (position: number) => Math.round(position * 10) / 10

/** A scale from the points to the box; a single point is at the left. */
export const createScale = (layout: CurveLayout, points: readonly Point[]) => {
  const ages = points.map(({ averageAge }) => averageAge)
  const [least, most] = [Math.min(...ages), Math.max(...ages)]
  const top = axisTicks(Math.max(...points.map(({ cost }) => cost), 1)).at(-1) ?? 1
  const { left, right, bottom, top: above } = layout
  return {
    x: (age: number): number =>
      rounded(left + ((age - least) / Math.max(0.1, most - least)) * (right - left)),
    y: (cost: number): number => rounded(bottom - (cost / top) * (bottom - above)),
  }
}
