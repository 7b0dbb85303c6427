import { dayIn } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'

/** The reader's calendar day, `YYYY-MM-DD`. */
export const today = (): string => dayIn(browserTimeZone, new Date())
