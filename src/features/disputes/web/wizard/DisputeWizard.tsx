import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ApiError } from '#web/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { today as theDay } from '../dispute-text.ts'
import { CheckLetters } from './CheckLetters.tsx'
import { ChooseItems } from './ChooseItems.tsx'
import { applyRightBureau, type DisputableItem } from './disputable-item.ts'
import { FreezeAction, FreezeBureaus } from './FreezeSteps.tsx'
import { SayWhy } from './SayWhy.tsx'
import { SendLetters } from './SendLetters.tsx'
import { focusOn, type WizardPage } from './StepLayout.tsx'
import { useDraftSaving } from './use-draft-kept.ts'
import * as wizardStyles from './wizard.module.css'
import { type Answers, applyAction, type Problem, startWizard, type Wizard } from './wizard.ts'
import {
  findIneligibleReasons,
  isStep,
  problemStep,
  reachableStep,
  type Step,
  stepAfter,
  stepBefore,
  stepProblems,
  steps,
  type WizardContext,
} from './wizard-steps.ts'
import type { WizardType } from './wizard-types.ts'

type Props = {
  type: WizardType
  all: readonly DisputableItem[]
  /** The answers of an earlier visit, as far as they still hold; null when there are none. */
  kept: RestoredDraft | null
  cameFor: ReadonlySet<string>
}

const pages = { items: ChooseItems, why: SayWhy, letters: CheckLetters, send: SendLetters } as const
/** A freeze is about bureaus, not about items: its first two steps ask other things. */
const freezePages = { ...pages, items: FreezeBureaus, why: FreezeAction } as const

/** A dispute in four steps, whatever its type. The server keeps its answers until it is made or started over. */
export const DisputeWizard = ({ type, all, kept, cameFor }: Props) => {
  const start = kept?.answers ?? type.start
  const [answers, answer] = useReducer(applyAction, start, startWizard)
  const [told, setTold] = useState(kept)
  const [today] = useState(theDay)
  const ground = useMemo(() => ({ all, today }), [all, today])
  // In the order of the report; what a report that arrived meanwhile no longer holds is left out.
  const choices = all.flatMap(item => answers.choices.find(one => one.key === item.key) ?? [])
  const wizard = { ...answers, choices }
  const { step, heading, goTo } = useStep(wizard, ground, cameFor.size > 0 ? undefined : kept?.step)
  const draft = useDraftSaving(type, wizard, step)
  const StepPage = (type.type === 'freeze' ? freezePages : pages)[step]

  const meet = (problems: readonly Problem[]) => {
    // The sentences must stand on the page before the focus can go to them.
    flushSync(() => answer({ did: 'meet', problems }))
    const [only, another] = problems
    if (another !== undefined) document.getElementById('problems')?.focus()
    else if (only !== undefined) focusOn(only)
  }

  const startOver = () => {
    setTold(null)
    answer({ did: 'restart', answers: type.start })
    goTo('items')
  }

  const isMade = step === 'letters' || step === 'send'
  const page: WizardPage = {
    type,
    all,
    // Letters go to fewer bureaus than were chosen where one of them is named as right.
    wizard: isMade ? { ...wizard, choices: choices.map(choice => applyRightBureau(choice, all)) } : wizard,
    today,
    cameFor,
    answer,
    goTo,
    onBack: () => goTo(stepBefore(step)),
    onContinue: () => {
      const missing = stepProblems(step, wizard, ground)
      const problems = step === 'why' ? [...missing, ...findIneligibleReasons(wizard, ground)] : missing
      meet(problems)
      if (problems.length === 0) goTo(stepAfter(step))
    },
    onRefused: problems => {
      meet(problems)
      const first = steps.find(one => problems.some(problem => problemStep(problem) === one))
      if (first !== undefined && first !== step) goTo(first)
    },
    onMade: draft.drop,
  }

  return (
    <div className={wizardStyles.wizard}>
      <section className={layoutStyles.stack}>
        <Steps names={steps.map(one => type.stepNames[one])} current={steps.indexOf(step)} />
        <RestoredNote kept={told} failure={draft.failure} onStartOver={startOver} />
        <StepPage page={page} heading={heading} />
      </section>
    </div>
  )
}

/**
 * The step of the wizard that is shown, kept in the address so that the browser's Back goes one step back. An address
 * that runs ahead of the answers is put right. `last` is where an earlier visit ended: a visit that names no step goes
 * on there. A new step's heading takes the focus, or the answer that sent the person back there.
 */
export const useStep = (wizard: Wizard, ground: WizardContext, last: string | undefined) => {
  const { step: asked } = useSearch({ from: '/shell/disputes/new/$type' })
  const navigate = useNavigate({ from: '/disputes/new/$type' })
  const wanted = asked ?? last
  const step = reachableStep(isStep(wanted) ? wanted : 'items', wizard, ground)
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)

  useEffect(() => {
    if (asked === step || (asked === undefined && step === 'items')) return
    void navigate({ search: now => ({ ...now, step }), replace: true })
  }, [asked, step, navigate])

  useEffect(() => {
    if (before.current === step) return
    before.current = step
    const problem = wizard.problems.find(one => problemStep(one) === step)
    if (problem === undefined) heading.current?.focus()
    else focusOn(problem)
  }, [step, wizard.problems])

  return { step, heading, goTo: (next: Step) => void navigate({ search: now => ({ ...now, step: next }) }) }
}

/** What an earlier visit left: its answers as far as they still hold, and what was left out of them. */
export type RestoredDraft = { answers: Answers; step: string; leftOut: number }

type RestoredNoteProps = { kept: RestoredDraft | null; failure: ApiError | null; onStartOver: () => void }

/** Tells that the answers of an earlier visit are back, what the report no longer holds, and when they cannot be kept. */
export const RestoredNote = ({ kept, failure, onStartOver }: RestoredNoteProps) => (
  <>
    {kept !== null && (
      <Note
        tone="plain"
        role="status"
        title="We kept your answers"
        action={
          <Button size="small" onClick={onStartOver}>
            Start over
          </Button>
        }
      >
        {leftOutWords(kept.leftOut) ?? 'Continue where you left off, or start over.'}
      </Note>
    )}
    {failure !== null && (
      <ErrorNote
        error={failure}
        safe="You can go on. If you leave this page now, your last answers are lost."
      />
    )}
  </>
)

const leftOutWords = (count: number): string | null => {
  if (count === 0) return null
  return count === 1
    ? 'One item is no longer in your report as it was, so we left it out.'
    : `${count} items are no longer in your report as they were, so we left them out.`
}
