import { isPartialDate } from '#values/dates.ts'

/** What every database can store and every page can show; each function throws for anything else. */

const refuse = (what: string, value: unknown): never => {
  throw new Error(`${what} cannot be stored: ${JSON.stringify(value)}`)
}

/** Text without NUL and lone surrogates, which PostgreSQL refuses. */
export const keepableText = (what: string, text: string | null): void => {
  if (text !== null && (text.includes('\0') || !text.isWellFormed())) refuse(what, text)
}

/** An instant in a year of four digits: others are written with a sign, which PostgreSQL does not parse. */
export const keepableInstant = (what: string, at: Date): void => {
  if (Number.isNaN(at.getTime()) || !/^(?!0000)\d{4}-/.test(at.toISOString())) refuse(what, String(at))
}

/** A day that exists. */
export const realDay = (what: string, day: string | null): void => {
  if (day !== null && !(day.length === 10 && isPartialDate(day))) refuse(what, day)
}
