import { useAct } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { fieldErrorsOf } from './refused-fields.ts'
import { phoneChecks } from './sign-in-checks.ts'

/**
 * A text message on its way: to which number, and when the next may be asked for. `message` is there when the server
 * cannot promise that it arrives.
 */
export type CodeSent = { phoneNumber: string; resendInSeconds: number; message: string | null; at: number }

/** Asks for the mobile number and texts a code to it. */
export const PhoneForm = ({
  phoneNumber,
  onSent,
}: {
  phoneNumber: string
  onSent: (sent: CodeSent) => void
}) => {
  const send = useAct(client.identity.sendCode, {
    onDone: ({ resendInSeconds, message = null }, given) =>
      onSent({ ...given, resendInSeconds, message, at: Date.now() }),
  })
  const refused = fieldErrorsOf(send.error, { phone_not_served: 'phoneNumber' })
  const form = useForm(phoneChecks, values => send.mutate({ phoneNumber: values.phoneNumber ?? '' }), refused)
  return (
    <form {...form.wiring}>
      {send.error && Object.keys(refused).length === 0 && <ErrorNote error={send.error} />}
      <Field
        id="phoneNumber"
        name="phoneNumber"
        label="Mobile number"
        hint="10 digits, US numbers only"
        error={form.errors.phoneNumber}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        defaultValue={phoneNumber}
        // One came back to it, and what had the focus went away.
        autoFocus={phoneNumber !== ''}
        required
      />
      <Button type="submit" kind="primary" size="big" block busy={send.isPending} busyText="Sending...">
        Text me a code
      </Button>
    </form>
  )
}
