import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lazyScreen } from '#web/lazy-loading.ts'
import { LoadingMarker } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Steps } from '#web/ui/Steps.tsx'
import { today as theDay } from '../dispute-text.ts'
import { AboutAnswers, type AnswersNote } from './AboutAnswers.tsx'
import { ChooseItems } from './ChooseItems.tsx'
import { applyRightBureau, type DisputableItem } from './disputable-item.ts'
import { isUntouched, toDraft } from './draft.ts'
import { type LinkedItem, withLinked } from './link.ts'
import { focusOnFirst, type WizardPage } from './StepLayout.tsx'
import { useDraftSaving } from './use-draft.ts'
import * as wizardStyles from './wizard.module.css'
import {
  type Answers,
  applyAction,
  type Problem,
  startWizard,
  type Wizard,
  type WizardAction,
} from './wizard.ts'
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
  /** The answers of an earlier visit that are still valid; null if there are none. */
  kept: RestoredDraft | null
  /** The items named in the link to this page. */
  linked: readonly LinkedItem[]
}

const LaterStep = lazyScreen(() => import('./LaterStep.tsx'), 'LaterStep')

/** A dispute in four steps, for all types. The server stores its answers until it is created or started over. */
export const DisputeWizard = ({ type, all, kept, linked }: Props) => {
  const arrives = useSearch({ from: '/shell/disputes/new/$type' }).step === undefined
  const [linkedNow] = useState(arrives ? linked : [])
  const start = withLinked(kept?.answers ?? type.start, linkedNow)
  const [answers, act] = useReducer(applyAction, start, startWizard)
  const [note, setNote] = useState<AnswersNote>(kept === null ? null : { did: 'keep', leftOut: kept.leftOut })
  const [today] = useState(theDay)
  const context = useMemo(() => ({ all, today }), [all, today])
  // In the order of the report; omits what a newer report no longer contains.
  const choices = all.flatMap(item => answers.choices.find(one => one.key === item.key) ?? [])
  const wizard = { ...answers, choices }
  const { step, heading, goTo } = useStep(wizard, context, linked.length > 0 ? undefined : kept?.step)
  const draft = useDraftSaving(type.type, toDraft(wizard, step), isUntouched(wizard, type.start))

  const answer = (one: WizardAction) => {
    setNote(null)
    act(one)
  }

  const meet = (problems: readonly Problem[]) => {
    // The messages must be rendered before the focus can move to them.
    flushSync(() => act({ did: 'meet', problems }))
    focusOnFirst(problems)
  }

  useEffect(() => void LaterStep.preload?.(), [])

  const leaveTo = async (next: Step) => {
    setNote(null)
    // The heading of the next step takes the focus, so it must be there.
    await LaterStep.preload?.()
    goTo(next)
  }

  const startOver = () => {
    const undo = () => {
      setNote(null)
      act({ did: 'restart', answers: wizard })
      goTo(step)
    }
    setNote({ did: 'start over', undo })
    act({ did: 'restart', answers: withLinked(type.start, linked) })
    goTo('items')
  }

  const isMade = step === 'letters' || step === 'send'
  const page: WizardPage = {
    type,
    all,
    // If a bureau is named as right, letters are sent to fewer bureaus than were chosen.
    wizard: isMade ? { ...wizard, choices: choices.map(choice => applyRightBureau(choice, all)) } : wizard,
    today,
    linked,
    answer,
    goTo: next => void leaveTo(next),
    onBack: () => void leaveTo(stepBefore(step)),
    onContinue: () => {
      const missing = stepProblems(step, wizard, context)
      const problems = step === 'why' ? [...missing, ...findIneligibleReasons(wizard, context)] : missing
      meet(problems)
      if (problems.length === 0) void leaveTo(stepAfter(step))
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
        <AboutAnswers note={note} failure={draft.failure} onStartOver={startOver} />
        {step === 'items' && type.type !== 'freeze' ? (
          <ChooseItems page={page} heading={heading} />
        ) : (
          <Suspense fallback={<LoadingMarker />}>
            <LaterStep step={step} page={page} heading={heading} />
          </Suspense>
        )}
      </section>
    </div>
  )
}

/**
 * The current step of the wizard, stored in the address so that the browser's Back goes one step back. An address beyond
 * the answered steps is corrected. `last` is where an earlier visit ended: a visit without a step in the address
 * continues there. A new step's heading gets the focus, or the answer that sent the user back there.
 */
const useStep = (wizard: Wizard, context: WizardContext, last: string | undefined) => {
  const { step: asked } = useSearch({ from: '/shell/disputes/new/$type' })
  const navigate = useNavigate({ from: '/disputes/new/$type' })
  const wanted = asked ?? last
  const step = reachableStep(isStep(wanted) ? wanted : 'items', wizard, context)
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)

  useEffect(() => {
    if (asked === step) return
    void navigate({ search: now => ({ ...now, step }), replace: true })
  }, [asked, step, navigate])

  useEffect(() => {
    if (before.current === step) return
    before.current = step
    const problems = wizard.problems.filter(one => problemStep(one) === step)
    if (problems.length === 0) heading.current?.focus()
    else focusOnFirst(problems)
  }, [step, wizard.problems])

  return { step, heading, goTo: (next: Step) => void navigate({ search: now => ({ ...now, step: next }) }) }
}

/** The result of restoring a draft: its answers that are still valid, and how many were left out. */
type RestoredDraft = { answers: Answers; step: string; leftOut: number }
