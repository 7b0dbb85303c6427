import { addDays } from '#values/business-days.ts'
import { showDay } from '#values/dates.ts'
import type { Notice } from './fields.ts'

/**
 * The validation period: the 30 days after receipt of the notice in which a written dispute stops collection (15 U.S.C.
 * 1692g(b), 12 CFR 1006.34(b)(5), 1006.38(d)(2)). Days are `YYYY-MM-DD`.
 */

/** The notice as stored; null if the user entered no day. */
export type KnownNotice = { state: Notice['state']; on: string | null; endsOn: string | null }

export const toKnownNotice = ({ state, on, endsOn }: Notice): KnownNotice => ({
  state,
  on: on ?? null,
  endsOn: endsOn ?? null,
})

/** The problems of the answers about a notice, by field; empty without problems. */
export const noticeProblems = (
  { state, on, endsOn }: KnownNotice,
  today: string,
): Partial<Record<'on' | 'endsOn', string>> => {
  const given = [on === null ? null : 'on', endsOn === null ? null : 'endsOn'].filter(part => part !== null)
  if (state !== 'came')
    return Object.fromEntries(given.map(part => [part, 'Only a notice that came has a day']))
  if (given.length === 0) return { on: 'Give the day on which it came, or the last day that it names' }
  if (on !== null && on > today) return { on: 'This day is in the future' }
  return on !== null && endsOn !== null && endsOn < on
    ? { endsOn: 'This day is before the day on which the notice came' }
    : {}
}

const VALIDATION_DAYS = 30

export type ValidationPeriod =
  /**
   * `endsOn` is its last day: the later of the day stated in the notice, which the collector must honor (12 CFR
   * 1006.34(b)(5), (c)(3)), and 30 days from receipt (15 U.S.C. 1692g(a)(4), (b)). A dispute that arrives by `sureBy`,
   * the earlier of the two, is in time beyond doubt. `isNamed`: the notice states `endsOn`.
   */
  | { state: 'open' | 'over'; endsOn: string; sureBy: string; isNamed: boolean }
  | { state: 'not_begun' }
  | { state: 'unknown' }

/** The state of the period on a day. */
export const findPeriod = ({ state, on, endsOn }: KnownNotice, today: string): ValidationPeriod => {
  if (state === 'not_come') return { state: 'not_begun' }
  const ends = [endsOn, on === null ? null : addDays(on, VALIDATION_DAYS)]
    .filter(day => day !== null)
    .toSorted()
  const [first] = ends
  const last = ends.at(-1)
  if (state === 'unknown' || first === undefined || last === undefined) return { state: 'unknown' }
  return { state: today <= last ? 'open' : 'over', endsOn: last, sureBy: first, isNamed: last === endsOn }
}

/** A notice with only the days that show a dispute of today to be in time. */
export const withDaysInTime = (notice: KnownNotice, today: string): KnownNotice => {
  const { on, endsOn } = notice
  return {
    ...notice,
    on: on !== null && addDays(on, VALIDATION_DAYS) >= today ? on : null,
    endsOn: endsOn !== null && endsOn >= today ? endsOn : null,
  }
}

const mustStop =
  'The collector must then stop collecting what you dispute until it has sent you verification or a copy of a judgment (15 U.S.C. 1692g(b)).'

/** What the period means for a dispute written on a day. */
export const explainPeriod = (period: ValidationPeriod, today: string): { title: string; text: string } => {
  switch (period.state) {
    case 'open':
      if (period.sureBy < today && period.isNamed)
        return {
          title: `Your dispute must arrive by ${showDay(period.endsOn)}`,
          text: `The 30 days from receipt ended on ${showDay(period.sureBy)}. The notice names a later day, which the collector must keep (12 CFR 1006.34(c)(3)), so send your dispute now. A dispute in time stops collection until verification is sent (15 U.S.C. 1692g(b)).`,
        }
      return period.sureBy < today
        ? {
            title: `The day that the notice names was ${showDay(period.sureBy)}`,
            text: `The collector may count only until then. By the statute the 30 days from receipt end on ${showDay(period.endsOn)}, so send your dispute now. A dispute in time stops collection until verification is sent (15 U.S.C. 1692g(b)).`,
          }
        : {
            title: `Your dispute should arrive by ${showDay(period.sureBy)}`,
            text: `A letter takes some days, so mail it soon. ${mustStop}`,
          }
    case 'over':
      return {
        title: `The validation period ended on ${showDay(period.endsOn)}`,
        text: 'You can still dispute the debt and ask for verification. By federal law the collector may then go on collecting and need not answer (15 U.S.C. 1692g(b)); the law of your state may ask more of it. If it tells anyone about the debt, it must say that you dispute it (15 U.S.C. 1692e(8)).',
      }
    case 'not_begun':
      return {
        title: 'The 30 days have not begun',
        text: 'A collector must send the notice within five days of first contacting you, and the 30 days begin when you receive it (15 U.S.C. 1692g(a)). You can dispute now, and the letter asks for the notice. When it comes, dispute again within its 30 days: only that surely stops collection.',
      }
    case 'unknown':
      return {
        title: 'Look for the notice',
        text: `The notice names the last day to dispute. If your letter arrives by then, the collector must stop collecting what you dispute until it has sent you verification (15 U.S.C. 1692g(b)). After that day it may go on. The letter does not say when the notice came.`,
      }
  }
}

/**
 * Shown where users wait for an answer: 15 U.S.C. 1692g sets no deadline for it. Some states do (23 NYCRR 1.4(b): 60 days; Texas
 * Finance Code 392.202(b): 30).
 */
export const noAnswerDay =
  'Federal law sets no day by which a debt collector must answer; the law of your state may.'
