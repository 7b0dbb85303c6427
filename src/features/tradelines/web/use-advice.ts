import { useState } from 'react'
import type { EndpointReply } from '#api/endpoint.ts'
import { usePermission } from '#features/identity/web/session.ts'
import type { ApiError } from '#web/api-error.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import type { tradelines } from '../contract.ts'
import { type GoalInput, parseGoalInput } from './goal-input.ts'

type Advised = EndpointReply<typeof tradelines.advice>

export type AdviceWork = {
  goalInput: GoalInput
  setGoalInput: (wish: GoalInput) => void
  /** The last advice, with what it was asked for; it stays until the next one is there. */
  found: { advice: Advised; asked: ReturnType<typeof parseGoalInput> } | null
  find: () => void
  finding: boolean
  failure: ApiError | null
  send: () => void
  sending: boolean
  sendFailure: ApiError | null
  /** Why a manager may not ask here; null when it may be done. */
  barred: string | null
}

/** Asks for advice, and asks the same again to have it sent to the manager; `onSent` is called then. */
export const useAdvice = (onSent: () => void): AdviceWork => {
  const barred = usePermission('assist')
  const [wish, setWish] = useState<GoalInput>({ age: '5.5', limit: '25000' })
  const [found, setFound] = useState<AdviceWork['found']>(null)
  const finding = useApiMutation(client.tradelines.advice)
  const sending = useApiMutation(client.tradelines.advice, {
    refreshes: [client.tradelines.requested],
    onDone: onSent,
  })
  return {
    goalInput: wish,
    setGoalInput: setWish,
    found,
    find: () => {
      if (finding.isPending || barred !== null) return
      sending.reset()
      const asked = parseGoalInput(wish)
      finding.mutate(asked, { onSuccess: advice => setFound({ advice, asked }) })
    },
    finding: finding.isPending,
    failure: finding.error,
    send: () => {
      if (found !== null && !sending.isPending) sending.mutate({ ...found.asked, sendToManager: true })
    },
    sending: sending.isPending,
    sendFailure: sending.error,
    barred,
  }
}
