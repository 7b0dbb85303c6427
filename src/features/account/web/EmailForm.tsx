import { splitFormError } from '#features/identity/web/refused-fields.ts'
import { emailChecks } from '#features/identity/web/sign-in-checks.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { ConfirmItIsYou } from './ConfirmItIsYou.tsx'
import { useRecentLoginMutation } from './recent-login.tsx'

type EmailFormProps = { email: string; onDone: (words: string) => void }

/** Changes the email address; the server mails a code to the new one. */
export const EmailForm = ({ email, onDone }: EmailFormProps) => {
  const { run, busy, error, confirming } = useRecentLoginMutation(client.account.change, {
    refreshes: [client.identity.me],
    onDone: ({ user }) => onDone(`Your email was changed. We sent a code to ${user.email} to confirm it.`),
  })
  const { refused, otherError } = splitFormError(error)
  const form = useForm(emailChecks, values => run({ email: (values.email ?? '').trim() }), refused)
  return (
    <>
      {otherError && <ErrorNote error={otherError} safe="Your email was not changed." />}
      <form {...form.formProps}>
        <Field
          id="email"
          name="email"
          label="New email"
          hint="We send a code to it, and word of the change to the one you have now"
          error={form.errors.email}
          type="email"
          autoComplete="email"
          defaultValue={email}
          maxLength={254}
          required
        />
        <Button type="submit" variant="primary" busy={busy} busyText="Saving...">
          Save email
        </Button>
      </form>
      {confirming && <ConfirmItIsYou {...confirming} />}
    </>
  )
}
