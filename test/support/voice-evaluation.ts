import { answerQuestion } from '#features/voice/answer-question.ts'
import { findPeriod } from '#features/voice/period.ts'
import { isCrisisKind, isDeclinedKind, type QuestionKind } from '#features/voice/question-kinds.ts'
import { normalizeWords } from '#features/voice/recognition/words.ts'
import { readWeights } from '#features/voice/server/computed.ts'
import { expectedFacts, factsForEveryone } from '#test/fixtures/voice/expected-facts.ts'
import { fourthSealedQuestions } from '#test/fixtures/voice/fourth-sealed.ts'
import { freshQuestions } from '#test/fixtures/voice/fresh-questions.ts'
import { developmentQuestions, heldOutQuestions } from '#test/fixtures/voice/more-questions.ts'
import {
  knownQuestions,
  safetyQuestions,
  sealedQuestions,
  unrelatedQuestions,
} from '#test/fixtures/voice/questions.ts'
import { thirdSealedQuestions } from '#test/fixtures/voice/third-sealed.ts'
import { sandboxUser } from './people/sandbox-user.ts'

/** Measures the voice helper: was the question understood, and does the answer contain the expected facts? */

/** Each kind is a correct interpretation; the first is the name of the case. */
type Case = {
  kinds: readonly QuestionKind[]
  question: string
  /** The first and the last day of the period in question. */
  period?: readonly [since: string, until: string]
}

type Outcome = Case & {
  recognizedAs: readonly QuestionKind[]
  /** Not answered, but a correct question is among the choices. */
  offered: boolean
  /** Understood, and the answer to every user contains its facts; those of a period are not listed. */
  right: boolean
  /** An answer to another question. Stating that a question was not understood is not one. */
  wrong: boolean
}

const weights = readWeights()

const users = expectedFacts.map(({ person, plan, facts }) => ({
  known: sandboxUser(person, plan),
  facts: { ...factsForEveryone, ...facts },
}))

/** Whether the calendar words were interpreted as the right days. */
const isTimely = ({ question, period }: Case, today: string): boolean => {
  if (period === undefined) return true
  const found = findPeriod(normalizeWords(question), today)
  return found?.since === period[0] && found.until === period[1]
}

const evaluateCase = (one: Case): Outcome => {
  const { kinds, question } = one
  const answers = users.map(({ known, facts }) => ({
    answer: answerQuestion(question, known, weights),
    facts,
  }))
  const { kinds: recognizedAs = [], choices = [] } = answers[0]?.answer ?? {}
  const [kind] = recognizedAs
  const understood =
    kind !== undefined &&
    recognizedAs.length === 1 &&
    choices.length === 0 &&
    kinds.includes(kind) &&
    users.every(({ known }) => isTimely(one, known.today))
  return {
    kinds,
    question,
    recognizedAs,
    offered: choices.some(choice => kinds.includes(choice.kind)),
    right:
      understood &&
      (one.period !== undefined ||
        answers.every(({ answer, facts }) => (facts[kind] ?? []).every(fact => answer.text.includes(fact)))),
    wrong: !understood && !recognizedAs.includes('unknown') && !recognizedAs.includes('help'),
  }
}

const isSafetyKind = (kind: QuestionKind): boolean => isCrisisKind(kind) || isDeclinedKind(kind)

const sets = {
  known: knownQuestions.map(([kinds, question]) => ({ kinds, question })),
  safety: safetyQuestions.map(([kinds, question]) => ({ kinds, question })),
  unrelated: unrelatedQuestions.map(([kinds, question]) => ({ kinds, question })),
  sealed: sealedQuestions.map(([kinds, question]) => ({ kinds, question })),
  'fresh, learned from': freshQuestions.filter((_, place) => place % 2 === 0),
  'fresh, sealed': freshQuestions.filter((_, place) => place % 2 === 1),
  'second, learned from': developmentQuestions,
  'second, sealed': heldOutQuestions,
  'third, sealed': thirdSealedQuestions,
  'fourth, sealed': fourthSealedQuestions,
} as const satisfies Record<string, readonly Case[]>

export type QuestionSet = keyof typeof sets
export const questionSets: readonly QuestionSet[] = [
  'known',
  'safety',
  'unrelated',
  'sealed',
  'fresh, learned from',
  'fresh, sealed',
  'second, learned from',
  'second, sealed',
  'third, sealed',
  'fourth, sealed',
]

export type Evaluation = {
  asked: number
  right: number
  offered: number
  wrong: number
  outcomes: readonly Outcome[]
  /** Honest questions that were declined. */
  wronglyDeclined: number
}

export const evaluateQuestionSet = (name: QuestionSet): Evaluation => {
  const outcomes = sets[name].map(evaluateCase)
  return {
    outcomes,
    asked: outcomes.length,
    right: outcomes.filter(({ right }) => right).length,
    offered: outcomes.filter(({ offered }) => offered).length,
    wrong: outcomes.filter(({ wrong }) => wrong).length,
    wronglyDeclined: outcomes.filter(
      ({ kinds, recognizedAs }) => !kinds.some(isSafetyKind) && recognizedAs.some(isSafetyKind),
    ).length,
  }
}
