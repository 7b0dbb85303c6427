import { letterEvents } from '#features/mailing/letter-status.ts'
import { showDay } from '#values/dates.ts'
import type { Letter } from '../../dispute-contract.ts'
import { letterState } from './letter-state.ts'

/** A letter's timeline on the dispute's page: past events, expected ones, and legal deadlines. */

export type TimelineLine = {
  key: string
  title: string
  /** A day or time as shown; `day` is its machine-readable form. */
  when: string
  day: string
  text: string | null
  state: 'done' | 'ahead' | 'over'
}

type Timed = Pick<
  Letter,
  'events' | 'deadlines' | 'lobExpectedDeliveryDate' | 'mailState' | 'lobErrorMessage' | 'recipient'
>

const deadlineWords: Readonly<Record<string, (bureau: string) => string>> = {
  furnisher_notice: bureau => `${bureau} must tell the company`,
  investigation: bureau => `${bureau} must investigate`,
  result_notice: bureau => `${bureau} must send you its answer`,
  block: bureau => `${bureau} must block the item`,
  method_of_verification: bureau => `${bureau} must describe how it verified`,
  freeze_placed: bureau => `${bureau} must place the freeze`,
  freeze_confirmed: bureau => `${bureau} must confirm the freeze`,
  freeze_lifted: bureau => `${bureau} must lift the freeze`,
  freeze_removed: bureau => `${bureau} must remove the freeze`,
  direct_result: company => `${company} must tell you the result`,
}

const wordsOf = <Word>(words: Readonly<Record<string, Word>>, name: string): Word | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined

const happened = ({ events }: Timed, timeZone: string): TimelineLine[] =>
  events.flatMap(({ event, at }) => {
    const title = wordsOf(letterEvents, event)?.label
    return title == null
      ? []
      : [{ key: `${event} ${at}`, title, when: showDay(at, timeZone), day: at, text: null, state: 'done' }]
  })

/** The expected day of delivery, while it is on its way. */
const expected = (letter: Timed): TimelineLine[] => {
  const { lobExpectedDeliveryDate: day, mailState } = letter
  const isUnderWay = mailState === 'submitted' || letterState(letter) === 'in_transit'
  if (day === null || !isUnderWay) return []
  return [{ key: 'expected', title: 'Should arrive', when: showDay(day), day, text: null, state: 'ahead' }]
}

const due = ({ deadlines, recipient }: Timed, today: string): TimelineLine[] =>
  deadlines.map(({ kind, dueOn, basis }) => ({
    key: kind,
    title: wordsOf(deadlineWords, kind)?.(recipient.name) ?? 'Due',
    when: `By ${showDay(dueOn)}`,
    day: dueOn,
    text: basis,
    state: today > dueOn ? 'over' : 'ahead',
  }))

/**
 * All lines of a letter in chronological order; no deadlines once it is answered. Empty for a letter that was not mailed.
 */
export const buildTimeline = (
  letter: Timed,
  { today, timeZone, answered }: { today: string; timeZone: string; answered: boolean },
): TimelineLine[] => [
  ...happened(letter, timeZone),
  ...expected(letter),
  ...(answered ? [] : due(letter, today)),
]
