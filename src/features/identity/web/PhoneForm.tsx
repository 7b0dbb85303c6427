import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { type CodeSent, toCodeSent } from './code-sent.ts'
import { splitFormError } from './refused-fields.ts'
import { phoneChecks } from './sign-in-checks.ts'

/** Asks for the mobile number and texts a code to it. */
export const PhoneForm = ({
  phoneNumber,
  onSent,
}: {
  phoneNumber: string
  onSent: (sent: CodeSent) => void
}) => {
  const send = useApiMutation(client.identity.sendCode, {
    onDone: (reply, given) => onSent(toCodeSent(given.phoneNumber, reply)),
  })
  const { refused, otherError } = splitFormError(send.error, { phone_not_served: 'phoneNumber' })
  const form = useForm(phoneChecks, values => send.mutate({ phoneNumber: values.phoneNumber ?? '' }), refused)
  return (
    <form {...form.formProps}>
      {otherError && <ErrorNote error={otherError} />}
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
      <Button type="submit" variant="primary" size="big" block busy={send.isPending} busyText="Sending...">
        Text me a code
      </Button>
    </form>
  )
}
