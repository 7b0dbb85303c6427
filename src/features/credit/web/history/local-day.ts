import { dayIn } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'

/** The reader's calendar day of an instant, `YYYY-MM-DD`. */
export const toLocalDay = (instant: string): string => dayIn(browserTimeZone, new Date(instant))
