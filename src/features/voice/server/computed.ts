import { everythingShown } from '#features/credit/everything-shown.ts'
import type { ToShow } from '#features/credit/server/store.ts'
import { knownOf } from '#features/findings/known.ts'
import { unpacked } from '#features/reports/server/packed-report.ts'
import type { Known } from '../answer.ts'
import { type Answered, answerQuestion } from '../answer-question.ts'
import { namesInReport } from '../report-names.ts'

/** A question's answer, computed from whole reports in a thread apart. */

export type ToAnswer = {
  question: string
  toShow: ToShow
  known: Pick<Known, 'disputes' | 'support'>
  /** Whether a model may word the answer: then every name of the report is given, so that none leaves. */
  worded: boolean
}

export type ComputedAnswer = { answered: Answered; names: readonly string[] }

/** Whether a thread gave it. */
export const isComputedAnswer = (value: unknown): value is ComputedAnswer =>
  typeof value === 'object' && value !== null && 'answered' in value && 'names' in value

export const computedAnswer = ({ question, toShow, known, worded }: ToAnswer): ComputedAnswer => {
  const { of, meta, plan, timeZone, ...rest } = toShow
  const everything = {
    ...everythingShown({
      ...rest,
      plan,
      timeZone,
      stored: of === null || meta === null ? null : { report: unpacked(of.content), meta },
      ...(of === null ? {} : { known: knownOf(of.person, of.earlier.map(unpacked)) }),
    }),
    ...known,
    plan,
    timeZone,
  }
  return {
    answered: answerQuestion(question, everything),
    names: worded ? namesInReport(everything) : [],
  }
}
