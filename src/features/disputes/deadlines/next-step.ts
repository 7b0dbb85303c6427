import { complaintRule } from '#features/legal/cfpb-complaint.ts'
import { addDays } from '#values/business-days.ts'
import { showDay } from '#values/dates.ts'
import type { Outcome } from '../dispute-requests.ts'
import { findCompanyStep } from '../furnishers/next-step.ts'
import {
  type Ask,
  type Deadline,
  type DeadlineKind,
  LONGEST_INVESTIGATION_DAYS,
  lastResultDay,
  type Receipt,
} from './deadlines.ts'

/** What a user should know or do now about one letter. */
export type NextStep = { title: string; text: string }

/**
 * The parts of a letter that determine its next step: the recipient's name, and its `answers` on each item, null if there
 * is none.
 */
export type AwaitedLetter = {
  recipient: string
  receipt: Receipt | null
  asks: readonly Ask[]
  deadlines: readonly Deadline[]
  answers: readonly ({ outcome: Outcome; on: string } | null)[]
}

/** Days after which a letter without a reported delivery is no longer just slow. */
const PATIENCE_DAYS = 10

const dueOn = (deadlines: readonly Deadline[], kind: DeadlineKind): string | null =>
  deadlines.find(deadline => deadline.kind === kind)?.dueOn ?? null

const complaint = 'You can also complain to the Consumer Financial Protection Bureau (CFPB), at no cost.'

const complaintAfterDispute = `${complaint} ${complaintRule}`

/** A letter on its way: its deadlines begin on delivery. */
const onTheWay = (
  { recipient: bureau, deadlines }: AwaitedLetter,
  expected: string,
  today: string,
): NextStep =>
  today <= addDays(expected, PATIENCE_DAYS)
    ? {
        title: `On its way to ${bureau}`,
        text: [
          `It should arrive by ${showDay(expected)}.`,
          ...(deadlines.length === 0 ? [] : ["The bureau's time starts when it arrives."]),
        ].join(' '),
      }
    : {
        title: `No delivery reported for the letter to ${bureau}`,
        text: `It should have arrived by ${showDay(expected)}, and no delivery was reported. Ordinary mail is not always scanned. If ${bureau} does not answer either, mail the letter again, by certified mail.`,
      }

/**
 * An unanswered investigation: within its time; over, with the result still to come; or without any answer past its time
 * (15 U.S.C. 1681i(a)(1), (5)(A) and (6)(A)). We do not always know whether the bureau has 45 days, so until those are
 * over too, the text tells the user to check which of the two applies.
 */
const unanswered = (
  { recipient: bureau, deadlines }: AwaitedLetter,
  received: string,
  today: string,
): NextStep | null => {
  const [investigated, noticeDue] = [dueOn(deadlines, 'investigation'), dueOn(deadlines, 'result_notice')]
  if (investigated === null || noticeDue === null) return null
  if (today <= investigated)
    return {
      title: `${bureau} has until ${showDay(investigated)}`,
      text: `It must look into the dispute by then and write to you by ${showDay(noticeDue)}. Record its answer here when it comes.`,
    }
  if (today <= noticeDue)
    return {
      title: `${bureau}'s answer is due by ${showDay(noticeDue)}`,
      text: `Its time to investigate ended on ${showDay(investigated)}. Watch your mail, and record the answer here when it comes.`,
    }
  if (today <= lastResultDay(received))
    return {
      title: `${bureau} has not answered in 30 days`,
      text: `It has 45 days, until ${showDay(addDays(received, LONGEST_INVESTIGATION_DAYS))}, only when your report was the free yearly one or you sent it more meanwhile. Otherwise its answer was due by ${showDay(noticeDue)}: if none came, record "No answer" for the item, and you can ask for the result.`,
    }
  return {
    title: `${bureau} has not answered in time`,
    text: `Its time to investigate ended on ${showDay(investigated)}, and its answer was due by ${showDay(noticeDue)}. If none came, record "No answer" for the item: then you can ask for the result. What cannot be verified must be deleted or corrected (15 U.S.C. 1681i(a)(5)(A)). ${complaint}`,
  }
}

/**
 * An answer received after it was due (15 U.S.C. 1681i(a)(6)(A) and (a)(7)). Within the time of the longest investigation
 * it is not called late, because we do not always know whether the bureau had that long.
 */
const answeredLate = (
  { recipient: bureau, deadlines }: AwaitedLetter,
  answers: readonly { outcome: Outcome; on: string }[],
  received: string,
): NextStep | null => {
  const result = dueOn(deadlines, 'result_notice')
  const noticeDue = result ?? dueOn(deadlines, 'method_of_verification')
  const last = answers
    .filter(({ outcome }) => outcome !== 'no_answer')
    .map(({ on }) => on)
    .toSorted()
    .at(-1)
  if (noticeDue === null || last === undefined || last <= noticeDue) return null
  const longest = lastResultDay(received)
  const mayBeInTime = result !== null && last <= longest
  return {
    title: `${bureau} ${mayBeInTime ? 'may have answered late' : 'answered late'}`,
    text: [
      `Its answer was due by ${showDay(noticeDue)} and came on ${showDay(last)}.`,
      ...(mayBeInTime
        ? [
            `If your report was the free yearly one, or you sent it more meanwhile, it had until ${showDay(longest)}.`,
          ]
        : []),
      'Keep the letter with its envelope: the postmark is your proof.',
    ].join(' '),
  }
}

type Order = { kind: DeadlineKind; must: string; late: string; complaint: string }

/** Requests that a bureau must carry out rather than investigate. */
const orders: readonly Order[] = [
  {
    kind: 'freeze_placed',
    must: 'place the freeze',
    late: 'Check on its web page or by phone whether your file is frozen. Placed there it takes one business day.',
    complaint,
  },
  {
    kind: 'freeze_lifted',
    must: 'lift the freeze',
    late: 'Check on its web page or by phone whether your file is open. Lifted there it takes one hour.',
    complaint,
  },
  {
    kind: 'freeze_removed',
    must: 'remove the freeze',
    late: 'Check on its web page or by phone whether your file is open. Removed there it takes one hour.',
    complaint,
  },
  {
    kind: 'method_of_verification',
    must: 'describe how it verified the item',
    late: 'If no description came, record "No description" for the item: then you can ask again.',
    complaint: complaintAfterDispute,
  },
  {
    kind: 'block',
    must: 'block what came of identity theft',
    late: 'Look at a new report: if the item still shows, write again with another copy of the identity theft report.',
    complaint: complaintAfterDispute,
  },
]

const ordered = (bureau: string, deadlines: readonly Deadline[], today: string): NextStep | null => {
  for (const { kind, must, late, complaint: how } of orders) {
    const due = dueOn(deadlines, kind)
    if (due === null) continue
    return today <= due
      ? {
          title: `${bureau} has until ${showDay(due)}`,
          text: `By then it must ${must}. Record its answer here when it comes.`,
        }
      : {
          title: `${bureau} should be done since ${showDay(due)}`,
          text: `By then it had to ${must}. ${late} ${how}`,
        }
  }
  return null
}

/** Requests without a legal deadline: no one is late with them. */
const withoutDay = ({ recipient, asks }: AwaitedLetter): NextStep | null =>
  asks.some(({ kind }) => kind === 'fraud_alert')
    ? {
        title: `Look for the confirmation of ${recipient}`,
        text: 'The law sets no day for placing an alert. If no confirmation comes, ask by phone whether it is in your file. Record the answer here when it comes.',
      }
    : null

/**
 * The next step of a mailed letter on a day; null if there is none. A letter that was returned or failed has other texts.
 * Deadlines of an expected delivery make no one late.
 */
export const findNextStep = (letter: AwaitedLetter, today: string): NextStep | null => {
  const { recipient, receipt, asks, deadlines, answers } = letter
  if (receipt === null) return null
  const [ask] = asks
  if (
    ask?.kind === 'direct' ||
    ask?.kind === 'goodwill' ||
    ask?.kind === 'settlement' ||
    ask?.kind === 'theft-notice'
  )
    return findCompanyStep(ask.kind, letter, receipt, today)
  const known = answers.filter(answer => answer !== null)
  if (known.length === answers.length && known.length > 0)
    return receipt.estimated ? null : answeredLate(letter, known, receipt.on)
  if (receipt.estimated) return onTheWay(letter, receipt.on, today)
  // A block is requested together with a dispute of the same item, whose answer is the one to wait for.
  return unanswered(letter, receipt.on, today) ?? ordered(recipient, deadlines, today) ?? withoutDay(letter)
}
