/** Days and times are shown in it. */
export const browserTimeZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone
