import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useSession } from '#web/session.ts'
import { storeManagerSession } from '#web/session-storage.ts'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { type Credentials, CredentialsForm } from './CredentialsForm.tsx'
import { ManagerPage, managerSteps } from './ManagerPage.tsx'
import { SecondFactorForm } from './SecondFactorForm.tsx'
import { StepHeading } from './StepHeading.tsx'

/** Step 1: email and password, then the authenticator app of a manager who has one. */
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
      <div className="card stack">
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
      <p className="alt">
        <Link to="/login">I am a client</Link>
      </p>
    </ManagerPage>
  )
}

const isAboutSecondFactor = (code: string) => code === 'totp_required' || code === 'wrong_code'
