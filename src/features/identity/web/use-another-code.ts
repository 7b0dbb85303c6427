import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { type CodeSent, toCodeSent } from './code-sent.ts'
import { useCountdown } from './use-countdown.ts'

/**
 * Texts another code after the wait, in seconds. The button rests then, so the focus goes to the field with the id
 * `field`: the next thing to do is to type what the message brings.
 */
export const useAnotherCode = (
  { phoneNumber, resendInSeconds, at }: CodeSent,
  field: string,
  onSent: (sent: CodeSent) => void,
) => {
  const { mutate, isPending, error } = useApiMutation(client.identity.sendCode, {
    onDone: reply => {
      onSent(toCodeSent(phoneNumber, reply))
      document.getElementById(field)?.focus()
    },
  })
  const wait = useCountdown(resendInSeconds, at)
  return { send: () => mutate({ phoneNumber }), sending: isPending, error, wait }
}
