import type { Bureau } from '#values/bureau.ts'
import type { Item, Letter } from '../dispute-contract.ts'
import type { DeadlineKind } from './deadlines.ts'

/** When the answer to a letter is due: the one date of its deadlines that a person waits for. */

/**
 * The deadline by which a bureau must have told the person, by what the letter asks for: the result of an investigation
 * (15 U.S.C. 1681i(a)(6)(A)), how it verified (1681i(a)(7)), that it placed a freeze (1681c-1(i)(2)(B)). Of lifting and
 * removing a freeze the law asks for no notice, so the day is that of the act.
 */
const told: readonly DeadlineKind[] = [
  'result_notice',
  'method_of_verification',
  'freeze_confirmed',
  'freeze_lifted',
  'freeze_removed',
]

/** `dueOn` is a day, `YYYY-MM-DD`; `estimated` while it is counted from an arrival that is only expected. */
export type AnswerDue = { letterId: string; bureau: Bureau; dueOn: string; estimated: boolean }

/** Whether a bureau answered on everything that it was asked: what the law gives it time for is over then. */
export const isAnswered = (items: readonly Pick<Item, 'bureaus' | 'outcomes'>[], bureau: Bureau): boolean =>
  items
    .filter(({ bureaus }) => bureaus.includes(bureau))
    .every(({ outcomes }) => (outcomes[bureau] ?? 'no_answer') !== 'no_answer')

type Awaiting = {
  items: readonly Pick<Item, 'bureaus' | 'outcomes'>[]
  letters: readonly Pick<Letter, 'id' | 'bureau' | 'mailState' | 'deadlines'>[]
}

/** The answers of a dispute that are still to come and have a date, the first due first. */
export const listAnswersDue = ({ items, letters }: Awaiting): AnswerDue[] =>
  letters
    .filter(({ bureau }) => !isAnswered(items, bureau))
    .flatMap(({ id, bureau, mailState, deadlines }) => {
      const due = deadlines.find(({ kind }) => told.some(one => one === kind))
      return due === undefined
        ? []
        : [{ letterId: id, bureau, dueOn: due.dueOn, estimated: mailState !== 'delivered' }]
    })
    .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
