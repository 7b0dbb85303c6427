import { type PartialDate, showDate } from '#values/dates.ts'
import type { DropOff } from '../contract.ts'

/**
 * The last day on which an item may be listed, as text, and whether that day has passed. An inquiry's day is the bureaus'
 * practice.
 */
export const describeDropOff = (
  { kind, earliest, latest }: Pick<DropOff, 'kind' | 'earliest' | 'latest'>,
  today: string,
): { text: string; isOver: boolean } => {
  if (latest === null)
    return {
      text: earliest === null ? 'Not known' : `By ${showDate(earliest)} or later`,
      isOver: false,
    }
  const day = showDate(latest)
  const isOver = latest < today
  if (kind === 'inquiry') return { text: `About ${day}`, isOver }
  if (earliest === null) return { text: `By ${day} at the latest`, isOver }
  if (earliest === latest) return { text: `By ${day}`, isOver }
  return {
    text:
      kind === 'late_payments'
        ? `The first by ${showDate(earliest)}, the last by ${day}`
        : `Between ${showDate(earliest)} and ${day}`,
    isOver,
  }
}

/** The years on the timeline of these days, from the year of `today`. */
export const yearsAhead = (all: readonly Pick<DropOff, 'latest'>[], today: string): number[] => {
  const first = Number(today.slice(0, 4))
  const last = Math.max(first, ...all.map(({ latest }) => Number((latest ?? today).slice(0, 4))))
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** The position of a day on that timeline, as a share of its width between 0 and 1. */
export const placeOf = (day: PartialDate, years: readonly number[]): number => {
  const [first = 0] = years
  const [year = '', month = '1', date = '1'] = day.split('-')
  const at = Number(year) - first + (Number(month) - 1) / 12 + (Number(date) - 1) / 372
  return Math.min(1, Math.max(0, at / years.length))
}
