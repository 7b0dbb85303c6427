/** The time zone in which days and times are shown. */
export const browserTimeZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone
