import { useMemo, useReducer } from 'react'
import { flushSync } from 'react-dom'
import { Steps } from '#web/ui/Steps.tsx'
import { CheckLetters } from './CheckLetters.tsx'
import { ChooseItems } from './ChooseItems.tsx'
import { misfits } from './misfits.ts'
import { type FullReport, pickableOf } from './pickable.ts'
import { SayWhy } from './SayWhy.tsx'
import { SendLetters } from './SendLetters.tsx'
import { today } from './today.ts'
import { useStep } from './use-step.ts'
import {
  answered,
  empty,
  type Problem,
  problemsAt,
  stepAfter,
  stepBefore,
  stepNames,
  stepOf,
  steps,
} from './wizard.ts'
import { focusOn, type WizardPage } from './wizard-page.ts'

const pages = { items: ChooseItems, why: SayWhy, letters: CheckLetters, send: SendLetters } as const

/** The dispute of accounts in four steps. Its answers are in memory only and end with this page. */
export const AccountWizard = ({ report }: { report: FullReport }) => {
  const all = useMemo(() => pickableOf(report), [report])
  const [answers, answer] = useReducer(answered, empty)
  // In the order of the report; what a report that arrived meanwhile no longer holds is left out.
  const choices = all.flatMap(item => answers.choices.find(one => one.accountId === item.accountId) ?? [])
  const wizard = { ...answers, choices }
  const { step, heading, goTo } = useStep(wizard)
  const StepPage = pages[step]

  const meet = (problems: readonly Problem[]) => {
    // The sentences must stand on the page before the focus can go to them.
    flushSync(() => answer({ did: 'meet', problems }))
    const [only, another] = problems
    if (another !== undefined) document.getElementById('problems')?.focus()
    else if (only !== undefined) focusOn(only)
  }

  const page: WizardPage = {
    all,
    wizard,
    answer,
    goTo,
    onBack: () => goTo(stepBefore(step)),
    onContinue: () => {
      const missing = problemsAt(step, wizard)
      const problems = step === 'why' ? [...missing, ...misfits(wizard, all, today())] : missing
      meet(problems)
      if (problems.length === 0) goTo(stepAfter(step))
    },
    onRefused: problems => {
      meet(problems)
      const first = steps.find(one => problems.some(problem => stepOf(problem) === one))
      if (first !== undefined && first !== step) goTo(first)
    },
  }

  return (
    <div className="wz">
      <section className="stack">
        <Steps names={steps.map(one => stepNames[one])} current={steps.indexOf(step)} />
        <StepPage page={page} heading={heading} />
      </section>
    </div>
  )
}
