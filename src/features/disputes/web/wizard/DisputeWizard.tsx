import { useMemo, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import layoutStyles from '#web/ui/layout.module.css'
import { Steps } from '#web/ui/Steps.tsx'
import { today as theDay } from '../today.ts'
import { CheckLetters } from './CheckLetters.tsx'
import { ChooseItems } from './ChooseItems.tsx'
import { applyRightBureau, type DisputableItem } from './disputable-item.ts'
import { FreezeAction } from './FreezeAction.tsx'
import { FreezeBureaus } from './FreezeBureaus.tsx'
import { type RestoredDraft, RestoredNote } from './KeptNote.tsx'
import { findIneligibleReasons } from './misfits.ts'
import { SayWhy } from './SayWhy.tsx'
import { SendLetters } from './SendLetters.tsx'
import { useDraftSaving } from './use-draft-kept.ts'
import { useStep } from './use-step.ts'
import wizardStyles from './wizard.module.css'
import { applyAction, type Problem, startWizard } from './wizard.ts'
import { focusOn, type WizardPage } from './wizard-page.ts'
import { problemStep, stepAfter, stepBefore, stepProblems, steps } from './wizard-steps.ts'
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
