import { buildCreditSnapshot } from '#features/credit/analytics.ts'
import type { SnapshotInput } from '#features/credit/server/store.ts'
import { buildComparisonData } from '#features/findings/comparison-data.ts'
import { openReportView } from '#features/reports/server/packed-report.ts'
import { dayIn } from '#values/dates.ts'
import type { VisibleData } from '../answer.ts'
import { answerQuestion, type QuestionAnswer } from '../answer-question.ts'
import { listReportNames } from '../redaction.ts'
import { readWeights } from './weights.ts'

const weights = readWeights()

export type AnswerTask = {
  question: string
  snapshot: SnapshotInput
  known: Pick<VisibleData, 'disputes' | 'support'>
  /** Whether to return all names of the report, which a model that rewords the answer must not see. */
  needsNames: boolean
}

export type ComputedAnswer = { answered: QuestionAnswer; names: readonly string[] }

export const isComputedAnswer = (value: unknown): value is ComputedAnswer =>
  typeof value === 'object' && value !== null && 'answered' in value && 'names' in value

export const computedAnswer = ({ question, snapshot, known, needsNames }: AnswerTask): ComputedAnswer => {
  const { packed, plan, timeZone, ...rest } = snapshot
  const opened = packed === null ? null : openReportView(packed)
  const everything = {
    ...buildCreditSnapshot({
      ...rest,
      plan,
      timeZone,
      stored: packed === null || opened === null ? null : { view: opened.view, meta: packed.meta },
      ...(packed === null || opened === null
        ? {}
        : { known: buildComparisonData(packed.person.profile, opened.earlierReports) }),
    }),
    ...known,
    plan,
    timeZone,
    today: dayIn(timeZone, rest.now),
  }
  return {
    answered: answerQuestion(question, everything, weights),
    names: needsNames ? listReportNames(everything) : [],
  }
}
