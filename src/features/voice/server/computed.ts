import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { buildCreditSnapshot } from '#features/credit/analytics.ts'
import type { SnapshotInput } from '#features/credit/server/store.ts'
import { buildComparisonData } from '#features/findings/comparison-data.ts'
import { openReportView } from '#features/reports/server/packed-report-view.ts'
import { dayIn } from '#values/dates.ts'
import type { VisibleData } from '../answer.ts'
import { answerQuestion, type QuestionAnswer } from '../answer-question.ts'
import { isQuestionKind } from '../question-kinds.ts'
import { BUCKETS, type Weights } from '../recognition/features.ts'
import { listReportNames } from '../redaction.ts'

export const weightsFile = new URL('./weights.br', import.meta.url)

/** The file: one line of JSON, then the bytes. `trainedOn`: the digest of the text they were computed from. */
const Header = z.object({ kinds: z.array(z.string()), step: z.number(), trainedOn: z.string() })

export const readWeights = (): Weights & { trainedOn: string } => {
  const file = brotliDecompressSync(readFileSync(weightsFile))
  const end = file.indexOf('\n')
  const { kinds, step, trainedOn } = Header.parse(JSON.parse(file.toString('utf8', 0, end)))
  const known = kinds.filter(isQuestionKind)
  const bytes = Int8Array.from(file.subarray(end + 1))
  if (known.length !== kinds.length || bytes.length !== (BUCKETS + 1) * kinds.length)
    throw new Error('weights.br does not fit the kinds of questions; npm run lab -- voice-training writes it')
  return { kinds: known, step, trainedOn, bytes }
}

const weights = readWeights()

export type AnswerTask = {
  question: string
  snapshot: SnapshotInput
  known: Pick<VisibleData, 'disputes' | 'support'>
  /** Whether to return all names of the report, which a model that rewords the answer must not see. */
  needsNames: boolean
}

export type ComputedAnswer = { answered: QuestionAnswer; names: readonly string[] }

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
