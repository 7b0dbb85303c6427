import {
  type CreditData,
  type CreditDataRequest,
  noFileMessage,
  type PullResult,
  type StepAnswer,
  type StepQuestion,
  type StepResult,
} from '#providers/credit-data/port.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { dayIn } from '#values/dates.ts'
import { bureauDocument } from '../bureau/document.ts'

/** Outcomes triggered by SSNs with these endings, so that each state can be seen (docs/guides/sandbox-people.md). */
const faults: Readonly<Record<string, () => PullResult>> = {
  '0001': () => ({ kind: 'noFile', message: noFileMessage }),
  '0003': () => ({ kind: 'processing' }),
  '0004': () => {
    throw new ProviderFailure('credit-data', "We couldn't reach the credit bureaus.", false, {
      code: 'sandbox_0004',
    })
  },
}

type Step = { question: StepQuestion; isRight: (answer: StepAnswer) => boolean }

const codeStep: Step = {
  question: { type: 'code', sentTo: 'the phone that the bureaus have for you' },
  isRight: answer => answer.type === 'code' && answer.code === '246810',
}

/** Identity steps that the sandbox requires before the first report, by the last digits of the SSN. */
const steps: Readonly<Record<string, Step>> = {
  '0005': codeStep,
  '0006': {
    question: {
      type: 'quiz',
      questions: [
        {
          id: 'street',
          text: 'Which of these streets have you lived on?',
          choices: [
            { id: 'a', text: 'Larkspur Lane' },
            { id: 'b', text: 'Harbor Road' },
            { id: 'none', text: 'None of these' },
          ],
        },
        {
          id: 'lender',
          text: 'Which of these companies gave you a car loan?',
          choices: [
            { id: 'a', text: 'Spruce Motors Credit' },
            { id: 'b', text: 'Juniper Auto Finance' },
            { id: 'none', text: 'None of these' },
          ],
        },
      ],
    },
    isRight: answer =>
      answer.type === 'quiz' && answer.choices['street'] === 'none' && answer.choices['lender'] === 'none',
  },
}

const STEP_LIFE_MS = 10 * 60_000

const stepOf = (
  { ssn, now }: CreditDataRequest,
  question: StepQuestion,
): Extract<StepResult, { kind: 'needs' }> => ({
  kind: 'needs',
  step: {
    ref: `sandbox-${ssn.slice(-4)}`,
    expiresAt: new Date(now.getTime() + STEP_LIFE_MS),
    question,
  },
})

/** The step for a requested identity check: the code, unless the SSN selects another. */
const askedOf = ({ ssn }: CreditDataRequest) => steps[ssn.slice(-4)] ?? codeStep

const judgeStep = (request: CreditDataRequest, answer: StepAnswer): StepResult => {
  const { question, isRight } = askedOf(request)
  return isRight(answer) ? { kind: 'confirmed' } : stepOf(request, question)
}

const pulled = ({ profile, ssn, now }: CreditDataRequest, timeZone: string): PullResult => {
  const { firstName, middleName, lastName, birthDate, address } = profile
  const subject = { names: { firstName, middleName, lastName }, birthDate, address, ssn }
  return { kind: 'document', bytes: bureauDocument(subject, dayIn(timeZone, now)) }
}

/**
 * The sandbox bureau: invented people whose files are the same for every request. The document is dated today in
 * `timeZone`; its content is that of the month.
 */
export const sandboxCreditData = (timeZone: string): CreditData => ({
  sandbox: true,
  order: null,
  steps: {
    begin: async request => stepOf(request, askedOf(request).question),
    answer: async (request, _ref, answer) => judgeStep(request, answer),
  },
  pull: async request => {
    const step = request.passedStep === null ? steps[request.ssn.slice(-4)] : undefined
    if (step) return stepOf(request, step.question)
    return faults[request.ssn.slice(-4)]?.() ?? pulled(request, timeZone)
  },
})
