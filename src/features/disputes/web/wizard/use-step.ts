import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Wizard } from './wizard.ts'
import { focusOn } from './wizard-page.ts'
import { isStep, problemStep, reachableStep, type Step, type WizardContext } from './wizard-steps.ts'

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
