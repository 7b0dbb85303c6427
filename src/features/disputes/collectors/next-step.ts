import { addDays } from '#values/business-days.ts'
import { showDay } from '#values/dates.ts'
import type { Receipt } from '../deadlines/deadlines.ts'
import type { NextStep } from '../deadlines/next-step.ts'
import type { DisputeType } from '../dispute-requests.ts'
import { findPeriod, type KnownNotice, noAnswerDay } from './validation-period.ts'

/** The next step after a letter to a debt collector. The law sets no deadline, so none is ever late. */

/** The parts of an item that determine its letter's next step. */
type CollectorItem =
  | { type: 'validation'; notice: KnownNotice }
  | { type: 'cease'; reason: string }
  | { type: Exclude<DisputeType, 'validation' | 'cease'> }

/** Days after which a letter without a reported delivery is no longer just slow. */
const PATIENCE_DAYS = 10

const onTheWay = (collector: string, expected: string, today: string, effect: string): NextStep =>
  today <= addDays(expected, PATIENCE_DAYS)
    ? {
        title: `On its way to ${collector}`,
        text: `It should arrive by ${showDay(expected)}. ${effect}`,
      }
    : {
        title: `No delivery reported for the letter to ${collector}`,
        text: `It should have arrived by ${showDay(expected)}, and no delivery was reported. Ordinary mail is not always scanned. To have proof of the day, mail it again by certified mail.`,
      }

const whileVerifying =
  'it must not collect what you dispute until it has sent you verification or a copy of a judgment (15 U.S.C. 1692g(b))'

/** The effect of a delivered dispute, depending on the notice and the day on which the letter arrived. */
const arrived = (collector: string, notice: KnownNotice, on: string): string => {
  const period = findPeriod(notice, on)
  switch (period.state) {
    case 'open':
      if (on <= period.sureBy) return `It arrived within the validation period, so ${whileVerifying}.`
      return period.isNamed
        ? `It arrived by the day that the notice names, which the collector must keep (12 CFR 1006.34(c)(3)), so ${whileVerifying}.`
        : `It arrived after the day that the notice names, and within 30 days of the day on which the notice came. By the statute ${whileVerifying}. ${collector} may say that it came too late.`
    case 'over':
      return `It arrived after ${showDay(period.endsOn)}, when the validation period ended, so by federal law ${collector} may go on collecting.`
    case 'not_begun':
    case 'unknown':
      return `If it arrived within the 30 days after the notice came, ${whileVerifying}.`
  }
}

type Delivered = { collector: string; receipt: Receipt | null; isAnswered: boolean }

/** Null for a letter that was not mailed or was returned, and once the user recorded what the collector did. */
const validationNextStep = (
  { collector, receipt, isAnswered, notice }: Delivered & { notice: KnownNotice },
  today: string,
): NextStep | null => {
  if (receipt === null || isAnswered) return null
  if (receipt.estimated) return onTheWay(collector, receipt.on, today, noAnswerDay)
  return {
    title: `${collector} has your dispute since ${showDay(receipt.on)}`,
    text: `${arrived(collector, notice, receipt.on)} ${noAnswerDay} Record here what ${collector} does.`,
  }
}

/** A request to stop contact takes effect when it arrives: 15 U.S.C. 1692c(c). */
const ceaseNextStep = (
  { collector, receipt, isAnswered, stopsAll }: Delivered & { stopsAll: boolean },
  today: string,
): NextStep | null => {
  if (receipt === null || isAnswered) return null
  if (receipt.estimated)
    return onTheWay(collector, receipt.on, today, `It takes effect when ${collector} receives it.`)
  return {
    title: `${collector} has your letter since ${showDay(receipt.on)}`,
    text: stopsAll
      ? `It may now contact you about this debt only to say that it ends its efforts, or to notify you of a specific remedy (15 U.S.C. 1692c(c)). The debt remains. Record here what ${collector} does.`
      : `It should now respect the limits that you named (15 U.S.C. 1692c(a)(1), 12 CFR 1006.14(h)). Record here what ${collector} does.`,
  }
}

/** The next step of a letter to a debt collector, which is about one debt; null for every other letter. */
export const collectorNextStep = (
  [item]: readonly CollectorItem[],
  letter: Delivered,
  today: string,
): NextStep | null => {
  switch (item?.type) {
    case 'validation':
      return validationNextStep({ ...letter, notice: item.notice }, today)
    case 'cease':
      return ceaseNextStep({ ...letter, stopsAll: item.reason === 'all' }, today)
    default:
      return null
  }
}
