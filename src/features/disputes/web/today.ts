import { dayIn } from '#values/dates.ts'
import { here } from '#web/here.ts'

/** The reader's calendar day, `YYYY-MM-DD`. */
export const today = (): string => dayIn(here, new Date())
