import { useState } from 'react'
import type { ApiError } from '#web/api-error.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import type { Call } from '#web/client.ts'
import type { ConfirmItIsYouProps } from './ConfirmItIsYou.tsx'

type FreshAct<Input, Reply> = {
  run: (input: Input) => void
  busy: boolean
  /** Why it failed; that a fresh sign-in is needed is no failure. */
  error: ApiError | null
  reply: Reply | undefined
  reset: () => void
  /** While a fresh sign-in is needed: `{confirming && <ConfirmItIsYou {...confirming} />}`, anywhere outside a form. */
  confirming: ConfirmItIsYouProps | null
}

/**
 * An act that is open only for a few minutes after signing in. When it is refused for that, the person signs in again in
 * a dialog and the act goes on with what it was given; nothing typed is lost. `confirming` must be shown.
 */
export const useRecentLoginMutation = <Input, Reply>(
  call: Call<Input, Reply>,
  options?: Parameters<typeof useApiMutation<Input, Reply>>[1],
): FreshAct<Input, Reply> => {
  const [waiting, setWaiting] = useState<{ input: Input } | null>(null)
  const act = useApiMutation(call, options)
  const run = (input: Input) =>
    act.mutate(input, {
      onError: ({ code }) => {
        if (code === 'sign_in_again') setWaiting({ input })
      },
    })
  return {
    run,
    busy: act.isPending,
    error: act.error?.code === 'sign_in_again' ? null : act.error,
    reply: act.data,
    reset: act.reset,
    confirming: waiting && {
      onClose: () => setWaiting(null),
      onConfirmed: () => {
        setWaiting(null)
        run(waiting.input)
      },
    },
  }
}
