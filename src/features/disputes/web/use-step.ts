import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isStep, reachable, type Step, stepOf, type Wizard } from './wizard.ts'
import { focusOn } from './wizard-page.ts'

/**
 * The step of the wizard that is shown, kept in the address so that the browser's Back goes one step back. An address
 * that runs ahead of the answers (a reload forgets them) is put right. A new step's heading takes the focus,
 * or the answer that sent the person back there.
 */
export const useStep = (wizard: Wizard) => {
  const { step: asked } = useSearch({ from: '/shell/disputes/new/$type' })
  const navigate = useNavigate({ from: '/disputes/new/$type' })
  const step = reachable(isStep(asked) ? asked : 'items', wizard)
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)

  useEffect(() => {
    if (asked !== undefined && asked !== step) void navigate({ search: { step }, replace: true })
  }, [asked, step, navigate])

  useEffect(() => {
    if (before.current === step) return
    before.current = step
    const problem = wizard.problems.find(one => stepOf(one) === step)
    if (problem === undefined) heading.current?.focus()
    else focusOn(problem)
  }, [step, wizard.problems])

  return { step, heading, goTo: (next: Step) => void navigate({ search: { step: next } }) }
}
