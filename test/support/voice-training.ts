import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import {
  isCrisisKind,
  isQuestionKind,
  isScoredKind,
  type QuestionKind,
  scoredKinds,
} from '#features/voice/question-kinds.ts'
import { freshQuestions } from '#test/fixtures/voice/fresh-questions.ts'
import { developmentQuestions } from '#test/fixtures/voice/more-questions.ts'
import { knownQuestions, safetyQuestions, unrelatedQuestions } from '#test/fixtures/voice/questions.ts'

/** The training data of the voice helper's classifier, without any sealed questions. */

/** One line of the text: `(a|b) c` means "a c" and "b c", `{company}` any company. */
export type TrainingLine = {
  kind: QuestionKind
  line: string
  /** Complete questions have a higher weight than lines that expand to several. */
  weight: number
}

const folder = new URL('../fixtures/voice/training/', import.meta.url)

const readLines = (name: string): TrainingLine[] => {
  const sections = readFileSync(new URL(name, folder), 'utf8').split(/^# /m).slice(1)
  return sections.flatMap(section => {
    const [kind = '', ...lines] = section.split('\n').map(line => line.trim())
    if (!isQuestionKind(kind)) throw new Error(`${name}: no kind of question: ${kind}`)
    return lines.filter(line => line !== '').map(line => ({ kind, line, weight: 1 }))
  })
}

const readSuggestions = (): [QuestionKind, string][] =>
  Object.keys(scoredKinds)
    .filter(isScoredKind)
    .flatMap(kind =>
      Object.values(scoredKinds[kind].suggestion ?? {}).map((line): [QuestionKind, string] => [kind, line]),
    )

/** Of several correct kinds the first is the label. Danger is recognized only by patterns. */
const readFixtures = (): TrainingLine[] =>
  [
    ...[...knownQuestions, ...safetyQuestions, ...unrelatedQuestions].map(([[kind], line]) => ({
      kind,
      line,
    })),
    ...[...freshQuestions.filter((_, place) => place % 2 === 0), ...developmentQuestions].map(
      ({ kinds: [kind], question }) => ({ kind, line: question }),
    ),
    ...readSuggestions().map(([kind, line]) => ({ kind, line })),
  ].flatMap(({ kind, line }) =>
    kind === undefined || isCrisisKind(kind)
      ? []
      : [{ kind, line: line.replaceAll(/[()|]/g, ' '), weight: 2 }],
  )

export const readTrainingLines = (): TrainingLine[] => [
  ...readdirSync(folder).toSorted().flatMap(readLines),
  ...readFixtures(),
]

export const digestOf = (lines: readonly TrainingLine[]): string =>
  createHash('sha256')
    .update(lines.map(({ kind, line }) => `${kind}\t${line}\n`).join(''))
    .digest('hex')
