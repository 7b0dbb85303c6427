/** The time zone that this browser is in: days and times are shown in it. */
export const browserTimeZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone
