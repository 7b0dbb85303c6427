import { isPartialDate } from '#values/dates.ts'

/** What every database can keep and every page can show; each of these throws for what is not. */

const told = (what: string, value: unknown): never => {
  throw new Error(`${what} cannot be kept: ${JSON.stringify(value)}`)
}

/** Text without NUL and half characters, which PostgreSQL refuses. */
export const keepableText = (what: string, text: string | null): void => {
  if (text !== null && (text.includes('\0') || !text.isWellFormed())) told(what, text)
}

/** An instant of a year of four digits: others are written with a sign, which PostgreSQL does not read. */
export const keepableInstant = (what: string, at: Date): void => {
  if (Number.isNaN(at.getTime()) || !/^(?!0000)\d{4}-/.test(at.toISOString())) told(what, String(at))
}

/** A day that exists. */
export const realDay = (what: string, day: string | null): void => {
  if (day !== null && !(day.length === 10 && isPartialDate(day))) told(what, day)
}
