import type { FieldErrors } from '#api/errors.ts'
import { addDays } from '#values/business-days.ts'
import type { FreezeRecordBody } from './contract.ts'

/** What a user records about a freeze. Days are `YYYY-MM-DD`. */

export const freezeStates = ['frozen', 'lifted', 'not_frozen'] as const
export type FreezeState = (typeof freezeStates)[number]

/** How far ahead a lift or a reminder can be planned; later dates are typing mistakes. */
const AHEAD_DAYS = 366

type Recorded = Pick<FreezeRecordBody, 'state' | 'on' | 'until' | 'remindOn'>

/** The problems of a record on a day, as messages by the body's paths; empty without problems. */
export const freezeRecordProblems = (
  { state, on, until, remindOn }: Recorded,
  today: string,
): FieldErrors => {
  const last = addDays(today, AHEAD_DAYS)
  const problems: Record<string, string> = {}
  if (state !== 'lifted' && on > today) problems.on = 'This day is in the future'
  if (on > last) problems.on = 'Choose a day within a year'
  if (until !== undefined) {
    if (state !== 'lifted') problems.until = 'Only a lifted freeze has a last day'
    else if (until < on) problems.until = 'The last day is before the first'
    else if (until > last) problems.until = 'Choose a day within a year'
  }
  if (remindOn !== undefined) {
    if (state === 'frozen') problems.remindOn = 'A file that is frozen needs no reminder to freeze it'
    else if (remindOn <= today) problems.remindOn = 'Choose a day after today'
    else if (remindOn > last) problems.remindOn = 'Choose a day within a year'
  }
  return problems
}

/** The day after a lift ends, on which to check that the freeze is back; null if that day is not in the future. */
export const dayAfterLift = (
  { state, until }: { state: FreezeState; until: string | null },
  today: string,
): string | null => {
  if (state !== 'lifted' || until === null) return null
  const next = addDays(until, 1)
  return next > today ? next : null
}
