import { knownQuestions } from '#features/voice/fixtures/asked.ts'
import { blindOpen } from '#features/voice/fixtures/blind-open.ts'
import { blindSealed } from '#features/voice/fixtures/blind-sealed.ts'
import { always, expected } from '#features/voice/fixtures/expected.ts'
import { gapQuestions } from '#features/voice/fixtures/further.ts'
import { heldOut, heldOutFinal, heldOutLast, heldOutLater } from '#features/voice/fixtures/held-out.ts'
import { sandboxUser } from './people/sandbox-user.ts'
import { type Case, type Evaluation, evaluateQuestions } from './question-score.ts'

/** The sets of questions, put to people of the sandbox. */

const cases = (set: typeof heldOut): Case[] => set.map(([kind, question]) => ({ kinds: [kind], question }))
const labelled = (set: typeof blindOpen): Case[] => set.map(([kinds, question]) => ({ kinds, question }))

const sets = {
  asked: knownQuestions.flatMap(([kind, questions]) =>
    questions.map(question => ({ kinds: [kind], question })),
  ),
  heldOut: cases(heldOut),
  later: cases(heldOutLater),
  last: cases(heldOutLast),
  final: cases(heldOutFinal),
  open: labelled(blindOpen),
  further: labelled(gapQuestions),
  sealed: labelled(blindSealed),
} as const satisfies Record<string, readonly Case[]>

export type SetName = keyof typeof sets
export const setNames: readonly SetName[] = [
  'asked',
  'heldOut',
  'later',
  'last',
  'final',
  'open',
  'further',
  'sealed',
]

const subjects = expected.map(({ person, plan, holds }) => ({
  known: sandboxUser(person, plan),
  holds: { ...always, ...holds },
}))

/** The figures of one set. */
export const evaluateQuestionSet = (name: SetName): Evaluation => evaluateQuestions(subjects, sets[name])
