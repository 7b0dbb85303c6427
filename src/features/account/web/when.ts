const dayAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** An instant as `Nov 21, 2026, 6:02 PM`. */
export const showWhen = (instant: string): string => dayAndTime.format(new Date(instant))
