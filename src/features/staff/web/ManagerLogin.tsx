import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { fieldErrors } from '#features/identity/web/form-checks.ts'
import { SecondProofField } from '#features/identity/web/SecondProofForm.tsx'
import { useSession } from '#features/identity/web/session.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import * as standalonePageStyles from '#web/StandalonePage.module.css'
import { storeManagerSession } from '#web/session-storage.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { ManagerPage, managerSteps, StepHeading } from './ManagerPage.tsx'
import { readTotp, secondFactorChecks, signInChecks } from './manager-checks.ts'
import { PasswordField } from './PasswordField.tsx'

/** Step 1: email and password, then the authenticator app if the manager has one. */
export const ManagerLogin = ({ problem }: { problem?: string }) => {
  const { notice } = useSession()
  const [given, setGiven] = useState<Credentials | null>(null)
  const signIn = useApiMutation(client.staff.signIn, {
    onDone: ({ manager }) => storeManagerSession(manager),
  })
  const submit = (body: Credentials & { totp?: string }) =>
    signIn.mutate(body, {
      onError: ({ code }) => {
        if (code === 'totp_required') setGiven(body)
      },
    })
  return (
    <ManagerPage>
      <Steps names={managerSteps} current={0} />
      {notice !== null && (
        <Note tone="sand" icon="clock" role="alert" title={notice}>
          Sign in again to go on.
        </Note>
      )}
      {problem !== undefined && <Note tone="red" role="alert" title={problem} />}
      <div className={`${cardStyles.card} ${layoutStyles.stack}`}>
        <StepHeading key={given === null ? 'password' : 'code'}>Manager Login</StepHeading>
        {signIn.error && !isAboutSecondFactor(signIn.error.code) && <ErrorNote error={signIn.error} />}
        {given === null ? (
          <CredentialsForm busy={signIn.isPending} onCredentials={submit} />
        ) : (
          <SecondFactorForm
            busy={signIn.isPending}
            error={signIn.error}
            onCode={totp => submit({ ...given, totp })}
            onBack={() => {
              signIn.reset()
              setGiven(null)
            }}
          />
        )}
      </div>
      <p className={standalonePageStyles.alternative}>
        <Link to="/login">I am a client</Link>
      </p>
    </ManagerPage>
  )
}

const isAboutSecondFactor = (code: string) => code === 'totp_required' || code === 'wrong_code'

type Credentials = { email: string; password: string }

/** A manager's email and password. */
const CredentialsForm = ({
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
        name="email"
        label="Email"
        error={form.errors.email}
        type="email"
        autoComplete="username"
        required
      />
      <PasswordField error={form.errors.password} autoComplete="current-password" />
      <Button type="submit" variant="primary" size="big" block busy={busy} busyText="Authenticating...">
        Continue
      </Button>
    </form>
  )
}

type SecondFactorFormProps = {
  busy: boolean
  error: unknown
  onCode: (totp: string) => void
  onBack: () => void
}

/** The code of the authenticator app, or a recovery code instead. */
const SecondFactorForm = ({ busy, error, onCode, onBack }: SecondFactorFormProps) => {
  const form = useForm(
    secondFactorChecks,
    values => onCode(readTotp(values)),
    fieldErrors(error, { wrong_code: 'totp' }),
  )
  return (
    <form {...form.formProps}>
      <SecondProofField name="totp" error={form.errors.totp} />
      <Button type="submit" variant="primary" size="big" block busy={busy} busyText="Authenticating...">
        Continue
      </Button>
      <p className={standalonePageStyles.alternative}>
        <Button variant="link" onClick={onBack}>
          Use another email
        </Button>
      </p>
    </form>
  )
}
