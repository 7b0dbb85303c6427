import { useState } from 'react'
import type { EndpointReply } from '#api/endpoint.ts'
import { usePermission } from '#features/identity/web/session.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import type { tradelines } from '../contract.ts'
import { type GoalInput, parseGoalInput } from './goal-input.ts'

type Advised = EndpointReply<typeof tradelines.advice>

/** Gets advice, and sends the same request to the manager. */
export const useAdvice = (onSent: () => void) => {
  const barred = usePermission('assist')
  const [goalInput, setGoalInput] = useState<GoalInput>({ age: '5.5', limit: '25000' })
  const [found, setFound] = useState<{ advice: Advised; input: ReturnType<typeof parseGoalInput> } | null>(
    null,
  )
  const finding = useApiMutation(client.tradelines.advice)
  const sending = useApiMutation(client.tradelines.advice, {
    refreshes: [client.tradelines.requested],
    onDone: onSent,
  })
  return {
    goalInput,
    setGoalInput,
    /** The last advice with its goal, shown until the next arrives. */
    found,
    find: () => {
      if (finding.isPending || barred !== null) return
      sending.reset()
      const input = parseGoalInput(goalInput)
      finding.mutate(input, { onSuccess: advice => setFound({ advice, input }) })
    },
    finding: finding.isPending,
    failure: finding.error,
    send: () => {
      if (found !== null && !sending.isPending) sending.mutate({ ...found.input, sendToManager: true })
    },
    sending: sending.isPending,
    sendFailure: sending.error,
    /** Why staff may not send a request; null when they may. */
    barred,
  }
}

export type AdviceWork = ReturnType<typeof useAdvice>
