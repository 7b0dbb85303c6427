/** The identity step of a credit data source: what can be answered, how often and for how long. */

/** The number of wrong answers that end a step, against guessing; sources allow about as many. */
export const STEP_TRIES = 3

/** A step is open at most this long, even if the source allows longer. */
const LONGEST_OPEN_MS = 24 * 60 * 60_000

export const stepStates = ['open', 'passed', 'failed'] as const
export type StepState = (typeof stepStates)[number]

export const stepExpiry = (said: Date, now: Date): Date =>
  new Date(Math.min(said.getTime(), now.getTime() + LONGEST_OPEN_MS))

export const stepMessages = {
  asked: 'Before it sends your report, our credit data provider asks you a question. Answer it in Overview.',
  passed: 'Thank you. We are getting your report now. This usually takes a few minutes.',
  again: (left: number) =>
    left === 1
      ? 'That was not right. You have one more try.'
      : `That was not right. You have ${left} more tries.`,
  closed: 'This question is closed. Start again.',
  refused: 'Our credit data provider cannot be asked at the moment. Try again later.',
  noConsent: 'First allow us to get your credit reports: Profile, Permissions.',
  noSteps: 'Our credit data provider asks no questions.',
  failed:
    'Our credit data provider could not confirm that it is you. Start again tomorrow, or contact support.',
} as const
