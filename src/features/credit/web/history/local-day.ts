import { dayIn } from '#values/dates.ts'
import { here } from '#web/here.ts'

/** The reader's calendar day of an instant, `YYYY-MM-DD`. */
export const localDay = (instant: string): string => dayIn(here, new Date(instant))
