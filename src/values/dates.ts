/**
 * Dates in credit data keep the precision they were reported with: `2024-03-09`, `2024-03` or `2024`.
 * Instants are ISO strings in UTC.
 */

export type PartialDate = string

const DAY_MS = 24 * 60 * 60_000

const shape = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/

/** The number of days in a month, 1 to 12. */
export const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Whether a string is a real date, month or year between 1900 and 2100. */
export const isPartialDate = (text: string): boolean => {
  const match = shape.exec(text)
  if (!match) return false
  const year = Number(match[1])
  const month = match[2] === undefined ? 1 : Number(match[2])
  const day = match[3] === undefined ? 1 : Number(match[3])
  return (
    year >= 1900 &&
    year <= 2100 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    (day <= 28 || day <= daysIn(year, month))
  )
}

/** `2024-03-09` as `03/09/2024`, `2024-03` as `03/2024`, `2024` and null unchanged. */
export const showDate = (date: PartialDate | null): string | null => {
  const match = date === null ? null : shape.exec(date)
  if (!match) return date
  return [match[2], match[3], match[1]].filter(part => part !== undefined).join('/')
}

/** `2024-03-09` and `2024-03` as `03/2024`; a year and null unchanged. */
export const showMonth = (date: PartialDate | null): string | null => {
  const match = date === null ? null : shape.exec(date)
  if (!match) return date
  return match[2] === undefined ? (match[1] ?? null) : `${match[2]}/${match[1]}`
}

/** The `YYYY-MM` of a date that has a month, else null. */
export const monthOf = (date: PartialDate | null): string | null =>
  date !== null && /^\d{4}-\d{2}/.test(date) ? date.slice(0, 7) : null

/** Adds whole months to a `YYYY-MM`. */
export const addMonths = (month: string, by: number): string => {
  const total = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + by
  return `${String(Math.floor(total / 12)).padStart(4, '0')}-${String((((total % 12) + 12) % 12) + 1).padStart(2, '0')}`
}

/** Adds whole months to a `YYYY-MM-DD`; a day that the month does not have becomes its last day. */
export const addMonthsToDay = (day: string, by: number): string => {
  const month = addMonths(day.slice(0, 7), by)
  const last = daysIn(Number(month.slice(0, 4)), Number(month.slice(5, 7)))
  return `${month}-${String(Math.min(Number(day.slice(8, 10)), last)).padStart(2, '0')}`
}

/** Whole months from one `YYYY-MM` to another; negative when the second is earlier. */
export const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

/** A date in milliseconds since 1970; a missing month or day counts as the first. */
export const dayNumber = (date: PartialDate): number => {
  const [year = '1970', month = '01', day = '01'] = date.split('-')
  return Math.floor(Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS)
}

/** Cached, because creating a format costs a hundred times as much as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (name: string, language: string, parts: Intl.DateTimeFormatOptions) => {
  const format = formats.get(name) ?? new Intl.DateTimeFormat(language, parts)
  formats.set(name, format)
  return format
}

/** The calendar day, `YYYY-MM-DD`, of an instant in a time zone. */
export const dayIn = (timeZone: string, instant: Date): string =>
  formatOf(`day ${timeZone}`, 'en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant)

/** The instant a number of 24-hour days earlier. */
export const daysBefore = (instant: Date, days: number): Date => new Date(instant.getTime() - days * DAY_MS)

/** Age in full years on a day. */
export const ageOn = (birth: string, day: string): number => {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  return day.slice(5) < birth.slice(5) ? years - 1 : years
}

const shown = { year: 'numeric', month: 'short', day: 'numeric' } as const

/** An instant or a day as `Nov 18, 2026`. A bare day is the same in every time zone. */
export const showDay = (iso: string, timeZone = 'UTC'): string => {
  const zone = iso.length === 10 ? 'UTC' : timeZone
  return formatOf(`shown ${zone}`, 'en-US', { ...shown, timeZone: zone }).format(new Date(iso))
}

/** An instant as `Nov 18, 2026, 6:02 PM`. */
export const showInstant = (instant: string | number, timeZone: string): string =>
  formatOf(`instant ${timeZone}`, 'en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(instant),
  )

/** The time of day of an instant, as `6:02 PM`. */
export const showTime = (instant: string | number, timeZone: string): string =>
  formatOf(`time ${timeZone}`, 'en-US', { timeZone, timeStyle: 'short' }).format(new Date(instant))

/** A `YYYY-MM-DD` as `November 18, 2026`, for letters. */
export const showLongDay = (day: string): string =>
  formatOf('long', 'en-US', { ...shown, month: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** A `YYYY-MM` in words, with the given parts: `Jun`, `Jun 2026`, `June 2026`. */
export const showMonthWords = (month: string, parts: { month: 'short' | 'long'; year?: 'numeric' }): string =>
  formatOf(`month ${parts.month} ${parts.year}`, 'en-US', { ...parts, timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
