import { dayIn } from '#values/dates.ts'

/** The reader's calendar day of an instant, `YYYY-MM-DD`. */
export const localDay = (instant: string): string =>
  dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date(instant))
