import { dayIn } from '#values/dates.ts'

/** The reader's own time zone; dates in lists are shown in it. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The reader's calendar day, `YYYY-MM-DD`. */
export const today = (): string => dayIn(timeZone(), new Date())
