import { type ReactNode, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldErrors } from '#api/errors.ts'
import type { DocumentKind } from '#features/documents/upload-rules.ts'
import type { Call } from '#web/call.ts'
import * as layoutStyles from '#web/ui/layout.module.css'
import type { Dispute, Preview } from '../../dispute-contract.ts'
import type { DisputeType } from '../../dispute-requests.ts'
import { today as theDay } from '../dispute-text.ts'
import { CreateLetters } from '../letters/CreateLetters.tsx'
import { AboutAnswers, type AnswersNote } from '../wizard/AboutAnswers.tsx'
import { EnclosureChoice } from '../wizard/EnclosureChoice.tsx'
import { controlId, focusOnTopmost, StepFoot, StepHeading } from '../wizard/StepLayout.tsx'
import { useDraftSaving } from '../wizard/use-draft.ts'
import * as wizardStyles from '../wizard/wizard.module.css'
import { applyAction, startWizard } from '../wizard/wizard.ts'

/** Messages about invalid answers, by the answer's name. */
type Problems = Readonly<Record<string, string>>

/** The props of a letter's questions. */
export type Questions<Answers> = {
  answers: Answers
  problems: Problems
  today: string
  change: (some: Partial<Answers>) => void
}

/** The answers that a form starts with. */
export type Opening<Answers> = {
  start: Answers
  /** The answers of an earlier visit; null if there are none. */
  kept: {
    answers: Answers
    documentIds: readonly string[]
    /** Whether the report no longer shows what they were about. */
    leftOut: boolean
  } | null
}

export type LetterFormProps<Answers, Body> = {
  type: DisputeType
  title: string
  lead: string
  open: () => Opening<Answers>
  /** Converts the answers to a draft's form. */
  keep: (answers: Answers) => Record<string, string>
  findProblems: (answers: Answers, today: string) => Problems
  bodyOf: (answers: Answers, documentIds: readonly string[]) => Body | null
  preview: Call<Body, Preview>
  create: Call<Body, Dispute>
  /** Maps the server's messages to the names of the refused answers. */
  nameRefused: (refused: FieldErrors) => Problems
  controlIdOf: (name: string) => string
  /** Kinds of documents that can be added in the form. */
  needs: readonly DocumentKind[]
  children: (questions: Questions<Answers>) => ReactNode
}

export type Confirmed = { attested?: boolean | undefined; repeat?: boolean | undefined }

const documents = { key: null, part: 'documents' } as const

/** One letter to one company: its questions on one page, then the letter to check and create. */
export const LetterForm = <Answers, Body extends Confirmed>({
  type,
  title,
  lead,
  open,
  keep,
  findProblems,
  bodyOf,
  preview,
  create,
  nameRefused,
  controlIdOf,
  needs,
  children,
}: LetterFormProps<Answers, Body>) => {
  const [today] = useState(theDay)
  const [{ start, kept }] = useState(open)
  const [answers, setAnswers] = useState(kept?.answers ?? start)
  const [note, setNote] = useState<AnswersNote>(
    kept === null ? null : { did: 'keep', leftOut: kept.leftOut ? 1 : 0 },
  )
  const [problems, setProblems] = useState<Problems>({})
  const [checking, setChecking] = useState(false)
  const [wizard, answer] = useReducer(
    applyAction,
    { choices: [], documentIds: kept?.documentIds ?? [] },
    startWizard,
  )
  const form = keep(answers)
  const { documentIds } = wizard
  const draft = useDraftSaving(
    type,
    { step: 'form', items: [], documentIds: [...documentIds], form },
    documentIds.length === 0 && JSON.stringify(form) === JSON.stringify(keep(start)),
  )
  const heading = useRef<HTMLHeadingElement>(null)
  const page = { wizard, answer }
  const body = bodyOf(answers, documentIds)

  const change = (some: Partial<Answers>) => {
    const changed = { ...answers, ...some }
    setNote(null)
    setAnswers(changed)
    // A message disappears once its answer is valid, and no new ones appear while the user is answering.
    const still = findProblems(changed, today)
    setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => still[name] !== undefined)))
  }
  const fillIn = (given: Answers, enclosed: readonly string[]) => {
    setAnswers(given)
    setProblems({})
    answer({ did: 'restart', answers: { choices: [], documentIds: enclosed } })
  }
  const startOver = () => {
    const undo = () => {
      setNote(null)
      fillIn(answers, documentIds)
    }
    setNote({ did: 'start over', undo })
    fillIn(start, [])
  }
  const meet = (wrong: Problems) => {
    const text = wrong['documents']
    // The messages must be rendered before the focus can move to them.
    flushSync(() => {
      setProblems(wrong)
      answer({ did: 'meet', problems: text === undefined ? [] : [{ ...documents, text }] })
    })
    focusOnTopmost(
      Object.keys(wrong).map(name => (name === 'documents' ? controlId(documents) : controlIdOf(name))),
    )
  }
  const show = (letter: boolean) => {
    flushSync(() => setChecking(letter))
    heading.current?.focus()
  }
  const check = () => {
    setNote(null)
    const wrong = findProblems(answers, today)
    meet(wrong)
    if (Object.keys(wrong).length === 0) show(true)
  }

  return (
    <div className={`${wizardStyles.wizard} ${layoutStyles.stack}`}>
      <StepHeading
        heading={heading}
        title={checking ? 'Check your letter' : title}
        lead={
          checking
            ? 'Read it to the end. Nothing is created until you confirm it. You can edit the wording until it is mailed.'
            : lead
        }
      />
      <AboutAnswers note={note} failure={draft.failure} onStartOver={startOver} />
      {checking && body !== null ? (
        <CreateLetters
          preview={preview}
          create={create}
          body={body}
          page={page}
          onMade={draft.drop}
          onBack={refused => {
            show(false)
            const wrong = nameRefused(refused)
            if (Object.keys(wrong).length > 0) meet(wrong)
          }}
        />
      ) : (
        <>
          {children({ answers, problems, today, change })}
          <EnclosureChoice page={page} keeps needs={needs} identifies={false} />
          <StepFoot next="Check the letter" onNext={check} problems={Object.keys(problems).length} />
        </>
      )}
    </div>
  )
}
