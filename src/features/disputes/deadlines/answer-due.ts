import type { Bureau } from '#values/bureau.ts'
import { addDays } from '#values/business-days.ts'
import type { Dispute, Item, Letter } from '../dispute-contract.ts'
import type { DisputeType } from '../dispute-requests.ts'
import { changesNothing } from '../item-disputes.ts'
import { concerns } from '../recipients.ts'
import { type DeadlineKind, findReceipt, LONGEST_INVESTIGATION_DAYS, lastResultDay } from './deadlines.ts'

/** When the answer to a letter is due: the one date of its deadlines that users wait for. */

/**
 * The deadline by which a recipient must have notified the user, depending on what the letter asks for: the result of an
 * investigation (15 U.S.C. 1681i(a)(6)(A)), of a direct dispute (12 CFR 1022.43(e)(3)), how it verified (1681i(a)(7)), or
 * that it placed a freeze (1681c-1(i)(2)(B)). For lifting and removing a freeze the law requires no notice, so the day is
 * that of the action.
 */
const noticeDeadlines: readonly DeadlineKind[] = [
  'result_notice',
  'method_of_verification',
  'freeze_confirmed',
  'freeze_lifted',
  'freeze_removed',
  'direct_result',
]

/**
 * The last day on which the recipient of a letter may still be in time: a dispute may have 45 days (15 U.S.C. 1681i(a)(1)(B),
 * 1681j(a)(3); 12 CFR 1022.43(e)(3)), which we do not always know.
 */
export const lastDayInTime = (
  {
    mailState,
    events,
    lobExpectedDeliveryDate: expectedOn,
  }: Pick<Letter, 'mailState' | 'events' | 'lobExpectedDeliveryDate'>,
  { kind, dueOn }: { kind: string | null; dueOn: string },
  timeZone: string,
): string => {
  const received = findReceipt({ mailState, events, expectedOn }, timeZone)?.on
  if (received === undefined) return dueOn
  if (kind === 'result_notice') return lastResultDay(received)
  return kind === 'direct_result' ? addDays(received, LONGEST_INVESTIGATION_DAYS) : dueOn
}

/** `dueOn` is a day, `YYYY-MM-DD`; `estimated` while it is counted from an expected delivery. */
export type AnswerDue = {
  letterId: string
  recipient: string
  kind: string
  dueOn: string
  estimated: boolean
}

/** Letters for which no law sets a deadline to answer. */
const untimed: readonly DisputeType[] = [
  'fraud-alert',
  'agency-freeze',
  'validation',
  'cease',
  'goodwill',
  'settlement',
  'theft-notice',
]

/** Whether the law sets a deadline for answers to a dispute's letters. */
export const hasAnswerTime = ({ type, follows }: Pick<Dispute, 'type' | 'follows'>): boolean =>
  !untimed.includes(type) && !changesNothing(follows?.kind)

type Answered = Pick<Item, 'bureaus' | 'answers'>

/** Whether the recipient of a letter answered on everything it was asked, which ends its deadlines. */
export const isAnswered = (items: readonly Answered[], letter: { bureau: Bureau | null }): boolean =>
  items
    .filter(({ bureaus }) => concerns(letter, bureaus))
    .every(({ answers }) =>
      answers.some(({ bureau, outcome }) => bureau === letter.bureau && outcome !== 'no_answer'),
    )

type Awaiting = {
  items: readonly Answered[]
  letters: readonly Pick<Letter, 'id' | 'bureau' | 'recipient' | 'mailState' | 'deadlines'>[]
}

/** The outstanding answers of a dispute that have a due date, the earliest first. */
export const listAnswersDue = ({ items, letters }: Awaiting): AnswerDue[] =>
  letters
    .filter(letter => !isAnswered(items, letter))
    .flatMap(({ id, recipient, mailState, deadlines }) => {
      const due = deadlines.find(({ kind }) => noticeDeadlines.some(one => one === kind))
      return due === undefined
        ? []
        : [
            {
              letterId: id,
              recipient: recipient.name,
              kind: due.kind,
              dueOn: due.dueOn,
              estimated: mailState !== 'delivered',
            },
          ]
    })
    .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))

/** Whether nothing is recorded as the answer to a letter for some item, not even "No answer". */
export const hasUnrecordedAnswer = (
  letter: Parameters<typeof concerns>[0],
  items: readonly Answered[],
): boolean =>
  items.some(
    ({ bureaus, answers }) =>
      concerns(letter, bureaus) && !answers.some(({ bureau }) => bureau === letter.bureau),
  )

/**
 * Those with an item without a recorded answer. "No answer" is recorded too: from then on the next step is another letter
 * rather than recording an answer.
 */
export const listAnswersToRecord = (dispute: Awaiting): AnswerDue[] =>
  listAnswersDue(dispute).filter(({ letterId }) => {
    const letter = dispute.letters.find(({ id }) => id === letterId)
    return letter !== undefined && hasUnrecordedAnswer(letter, dispute.items)
  })
