import type { EndpointReply } from '#api/endpoint.ts'
import { splitFormError } from '#features/identity/web/refused-fields.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { type FormValues, useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import type { staff } from '../contract.ts'
import { codeChecks, passwordChecks, readTotp } from './manager-checks.ts'
import { PasswordField } from './PasswordField.tsx'
import { TotpKey } from './TotpKey.tsx'

type JoinFormProps = {
  token: string
  invitation: EndpointReply<typeof staff.readInvitation>
  onJoined: (recoveryCodes: readonly string[]) => void
}

const names = { password: 'Password' }

/** Sets the password and the authenticator app; the code shows that the app was set up right. */
export const JoinForm = ({ token, invitation, onJoined }: JoinFormProps) => {
  const { totpRequired } = invitation
  const join = useApiMutation(client.staff.acceptInvitation, {
    onDone: ({ recoveryCodes }) => onJoined(recoveryCodes),
  })
  const { refused, otherError } = splitFormError(join.error, {
    weak_password: 'password',
    wrong_code: 'totp',
    totp_required: 'totp',
  })
  const withoutApp = (values: FormValues) => !totpRequired && readTotp(values) === ''
  const form = useForm(
    values => ({
      ...passwordChecks(values),
      ...(withoutApp(values) ? {} : codeChecks(values)),
    }),
    values => {
      const { password = '' } = values
      join.mutate({ token, password, ...(withoutApp(values) ? {} : { totp: readTotp(values) }) })
    },
    refused,
  )
  return (
    <form {...form.formProps}>
      {otherError && <ErrorNote error={otherError} />}
      <ErrorSummary errors={form.errors} labels={names} summaryRef={form.summary} />
      <input
        className="vh"
        type="email"
        name="username"
        autoComplete="username"
        value={invitation.email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        label="Password"
        hint="At least 15 characters. A few words that do not belong together are best; not your name or email."
        error={form.errors.password}
        autoComplete="new-password"
      />
      <section className="card stack-s" aria-labelledby="app">
        <h2 className="h3" id="app">
          Authenticator app
        </h2>
        <TotpKey uri={invitation.totpUri} />
      </section>
      <CodeField
        name="totp"
        label="6-digit code"
        hint="From the app, after you added the account"
        optional={!totpRequired}
        error={form.errors.totp}
      />
      <Button type="submit" variant="primary" size="big" block busy={join.isPending} busyText="Joining...">
        Join
      </Button>
    </form>
  )
}
