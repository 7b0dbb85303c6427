import { useState } from 'react'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import type { Step, WhatIfResult } from '../../what-if/step.ts'

type Evaluated = { steps: readonly Step[]; result: WhatIfResult }

/** The steps chosen so far with their result. A new step that cannot be applied is not added, and its problem is shown. */
export const useWhatIf = () => {
  const [evaluated, setEvaluated] = useState<Evaluated | null>(null)
  const [problem, setProblem] = useState<{ text: string } | null>(null)
  const evaluation = useApiMutation(client.planning.whatIf)
  const steps = evaluated?.steps ?? []

  const show = (wanted: readonly Step[]) => {
    setProblem(null)
    if (wanted.length === 0) return setEvaluated(null)
    evaluation.mutate(
      { steps: [...wanted] },
      { onSuccess: result => setEvaluated({ steps: wanted, result }) },
    )
  }

  const add = (step: Step) => {
    setProblem(null)
    const wanted = [...steps, step]
    evaluation.mutate(
      { steps: wanted },
      {
        onSuccess: result => {
          const refusal = result.steps.at(-1)?.problem ?? null
          if (refusal === null) setEvaluated({ steps: wanted, result })
          else setProblem({ text: refusal })
        },
      },
    )
  }

  return {
    steps,
    result: evaluated?.result ?? null,
    problem,
    error: evaluation.error,
    busy: evaluation.isPending,
    add,
    show,
    dismiss: () => setProblem(null),
    remove: (at: number) => show(steps.filter((_, nth) => nth !== at)),
  }
}
export type WhatIfWork = ReturnType<typeof useWhatIf>
