/** The identity step of a credit data source: what a user may answer, how often and for how long. */

/** A step is open at most this long, however long the source says. */
const LONGEST_OPEN_MS = 24 * 60 * 60_000

export const stepStates = ['open', 'passed', 'failed'] as const

export const stepExpiry = (said: Date, now: Date): Date =>
  new Date(Math.min(said.getTime(), now.getTime() + LONGEST_OPEN_MS))

export const stepMessages = {
  asked:
    'Our credit data provider asks you something before it sends your report. Answer it in your profile.',
} as const
