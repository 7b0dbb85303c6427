import type { ReplyOf } from '#api/endpoint.ts'
import { refusalOf } from '#features/identity/web/refused-fields.ts'
import { useAct } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { useForm, type Values } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import type { staff } from '../contract.ts'
import { codeChecks, passwordChecks, totpOf } from './manager-checks.ts'
import { PasswordField } from './PasswordField.tsx'
import { TotpKey } from './TotpKey.tsx'

type JoinFormProps = {
  token: string
  invitation: ReplyOf<typeof staff.readInvitation>
  onJoined: (recoveryCodes: readonly string[]) => void
}

const names = { password: 'Password' }

/** Sets the password and the authenticator app; the code shows that the app was set up right. */
export const JoinForm = ({ token, invitation, onJoined }: JoinFormProps) => {
  const { totpRequired } = invitation
  const join = useAct(client.staff.acceptInvitation, {
    onDone: ({ recoveryCodes }) => onJoined(recoveryCodes),
  })
  const { refused, otherError } = refusalOf(join.error, {
    weak_password: 'password',
    wrong_code: 'totp',
    totp_required: 'totp',
  })
  const withoutApp = (values: Values) => !totpRequired && totpOf(values) === ''
  const form = useForm(
    values => ({
      ...passwordChecks(values),
      ...(withoutApp(values) ? {} : codeChecks(values)),
    }),
    values => {
      const { password = '' } = values
      join.mutate({ token, password, ...(withoutApp(values) ? {} : { totp: totpOf(values) }) })
    },
    refused,
  )
  return (
    <form {...form.wiring}>
      {otherError && <ErrorNote error={otherError} />}
      <ErrorSummary errors={form.errors} names={names} place={form.summary} />
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
      <Button type="submit" kind="primary" size="big" block busy={join.isPending} busyText="Joining...">
        Join
      </Button>
    </form>
  )
}
