import type { VisibleData } from '#features/voice/answer.ts'
import { answerQuestion } from '#features/voice/answer-question.ts'
import type { QuestionKind } from '#features/voice/question-kinds.ts'
import { crisisKinds, declinedKinds } from '#features/voice/question-kinds.ts'

/** Measures answers: was the question understood, and does the answer hold what it must. */

/** `kinds`: each of them is a right understanding; the first names the case. */
export type Case = { kinds: readonly QuestionKind[]; question: string }

/** A person with what answers must hold for her. */
export type Subject = { known: VisibleData; holds: Partial<Record<QuestionKind, readonly string[]>> }

export type Outcome = Case & {
  recognizedAs: readonly QuestionKind[]
  understood: boolean
  /** Not answered, but a right question is among those offered. */
  offered: boolean
  /** Understood, and for every person all facts that must be there are. */
  right: boolean
  /** An answer to another question; not understanding and saying so is none. */
  wrongAnswer: boolean
}

/** Puts one question to every person. */
const outcomeOf = (subjects: readonly Subject[], { kinds, question }: Case): Outcome => {
  const answers = subjects.map(({ known, holds }) => ({ answered: answerQuestion(question, known), holds }))
  const heardAs = answers[0]?.answered.kinds ?? []
  const choices = answers[0]?.answered.choices ?? []
  const [heard] = heardAs
  const understood =
    heard !== undefined && heardAs.length === 1 && choices.length === 0 && kinds.includes(heard)
  const facts = answers.every(({ answered, holds }) =>
    (understood ? (holds[heard] ?? []) : []).every(fact => answered.text.includes(fact)),
  )
  return {
    kinds,
    question,
    recognizedAs: heardAs,
    understood,
    offered: choices.some(choice => kinds.includes(choice.kind)),
    right: understood && facts,
    wrongAnswer: !understood && !heardAs.includes('unknown') && !heardAs.includes('help'),
  }
}

const declined: readonly QuestionKind[] = [...crisisKinds, ...declinedKinds]

/** What must be declined or handed over. */
const isDeclined = (kind: QuestionKind): boolean => declined.includes(kind)

/** What a case is about: its first kind. */
const aboutOf = ({ kinds }: Case): QuestionKind => kinds[0] ?? 'unknown'

export type Evaluation = {
  outcomes: readonly Outcome[]
  asked: number
  right: number
  offered: number
  wrongAnswers: number
  /** Of what must be declined: how much there was, how much was. */
  declined: { asked: number; right: number }
  /** Declined although it was an honest question. */
  wronglyDeclined: number
  byKind: ReadonlyMap<QuestionKind, { asked: number; right: number }>
}

/** The figures of a set of questions. */
export const evaluateQuestions = (subjects: readonly Subject[], cases: readonly Case[]): Evaluation => {
  const outcomes = cases.map(one => outcomeOf(subjects, one))
  const right = (some: readonly Outcome[]) => some.filter(outcome => outcome.right).length
  const toDecline = outcomes.filter(outcome => isDeclined(aboutOf(outcome)))
  return {
    outcomes,
    asked: outcomes.length,
    right: right(outcomes),
    offered: outcomes.filter(({ offered }) => offered).length,
    wrongAnswers: outcomes.filter(({ wrongAnswer }) => wrongAnswer).length,
    declined: { asked: toDecline.length, right: right(toDecline) },
    wronglyDeclined: outcomes.filter(
      ({ kinds, recognizedAs }) => !kinds.some(isDeclined) && recognizedAs.some(isDeclined),
    ).length,
    byKind: new Map(
      [...Map.groupBy(outcomes, aboutOf)].map(([kind, some]) => [
        kind,
        { asked: some.length, right: right(some) },
      ]),
    ),
  }
}
