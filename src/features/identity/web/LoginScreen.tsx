import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useDocumentTitle } from '#web/document-title.ts'
import { loadChunk } from '#web/lazy-loading.ts'
import * as standalonePageStyles from '#web/StandalonePage.module.css'
import { serviceName } from '#web/service-name.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { AuthPage } from './AuthPage.tsx'
import { showTypedPhone } from './form-checks.ts'
import {
  CodeForm,
  type CodeSent,
  PhoneForm,
  type ProvenPhone,
  storePhoneProof,
  useCodeSignIn,
} from './phone-code.tsx'
import { startSession, useSession } from './session.ts'

/** Signing in: a phone number, the code texted to it, and a second proof if the account requires it. */
export const LoginScreen = () => {
  useDocumentTitle('Sign in')
  const { signedIn } = useSession()
  const { next = '/analytics/overview' } = useSearch({ from: '/login' })
  const navigate = useNavigate()
  const [phoneNumber, setPhoneNumber] = useState('')
  const [sent, setSent] = useState<CodeSent | null>(null)

  useEffect(() => {
    if (signedIn) void navigate({ href: next, replace: true })
  }, [signedIn, next, navigate])

  return (
    <AuthPage>
      {sent === null ? (
        <EnterPhone phoneNumber={phoneNumber} onSent={setSent} />
      ) : (
        <EnterCode
          sent={sent}
          onSent={setSent}
          onChangeNumber={() => {
            setPhoneNumber(sent.phoneNumber)
            setSent(null)
          }}
        />
      )}
    </AuthPage>
  )
}

const EnterPhone = ({ phoneNumber, onSent }: { phoneNumber: string; onSent: (sent: CodeSent) => void }) => {
  const { notice } = useSession()
  return (
    <>
      <div>
        <h1>Sign in</h1>
        <p className={standalonePageStyles.lead}>
          Enter your mobile number. We will text you a 6‑digit code.
        </p>
      </div>
      {notice !== null && (
        <Note tone="sand" icon="clock" role="alert" title={notice}>
          Sign in again to go on.
        </Note>
      )}
      <PhoneForm phoneNumber={phoneNumber} onSent={onSent} />
      <p className={standalonePageStyles.alternative}>
        New to {serviceName}? <Link to="/register">Create your account</Link>
      </p>
      <hr />
      <p className={standalonePageStyles.assurance}>
        <Icon name="lock" />
        <span>
          Never share your code. We will never ask for it. Staff: <Link to="/manager">manager access</Link>.
        </span>
      </p>
    </>
  )
}

type EnterCodeProps = { sent: CodeSent; onSent: (sent: CodeSent) => void; onChangeNumber: () => void }

const EnterCode = ({ sent, onSent, onChangeNumber }: EnterCodeProps) => {
  const navigate = useNavigate()
  const { proven, code } = useCodeSignIn(sent, startSession, proof => {
    storePhoneProof(proof)
    void navigate({ to: '/register' })
  })
  if (proven) return <SecondProof {...proven} onStartAgain={onChangeNumber} />
  return (
    <>
      <div>
        <h1>Enter your code</h1>
        <p className={standalonePageStyles.lead}>
          {sent.message === null ? 'We texted a 6‑digit code to' : 'Enter the 6‑digit code for'}{' '}
          <b className={textStyles.noWrap}>{showTypedPhone(sent.phoneNumber)}</b>.{' '}
          <Button variant="link" onClick={onChangeNumber}>
            Change number
          </Button>
        </p>
      </div>
      <CodeForm sent={sent} onSentAgain={onSent} {...code} act="Sign in" acting="Signing in..." />
    </>
  )
}

/** Most sign-ins never need it, so it is loaded on demand. */
const SecondProofStep = lazy(() =>
  loadChunk(import('./SecondProofForm.tsx')).then(file => ({ default: file.SecondProofStep })),
)

/** The step after the texted code, for accounts that require a second proof. */
export const SecondProof = (props: ProvenPhone & { onStartAgain: () => void }) => (
  <Suspense fallback={<Spinner />}>
    <SecondProofStep {...props} onSignedIn={startSession} />
  </Suspense>
)
