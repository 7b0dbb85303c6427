import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { Field } from '#web/ui/Field.tsx'
import { signInChecks } from './manager-checks.ts'
import { PasswordField } from './PasswordField.tsx'

export type Credentials = { email: string; password: string }

/** A manager's email and password. */
export const CredentialsForm = ({
  busy,
  onCredentials,
}: {
  busy: boolean
  onCredentials: (credentials: Credentials) => void
}) => {
  const form = useForm(signInChecks, ({ email = '', password = '' }) =>
    onCredentials({ email: email.trim(), password }),
  )
  return (
    <form {...form.formProps}>
      <ErrorSummary errors={form.errors} summaryRef={form.summary} />
      <Field
        id="email"
        name="email"
        label="Email"
        error={form.errors.email}
        type="email"
        autoComplete="username"
        required
      />
      <PasswordField label="Password" error={form.errors.password} autoComplete="current-password" />
      <Button type="submit" variant="primary" size="big" block busy={busy} busyText="Authenticating...">
        Continue
      </Button>
    </form>
  )
}
