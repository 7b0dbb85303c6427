import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import { loadChunk } from '#web/lazy-loading.ts'
import * as standalonePageStyles from '#web/StandalonePage.module.css'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { AuthPage } from './AuthPage.tsx'
import {
  isSecondProofDemand,
  readCode,
  type SecondProofDemand,
  showTypedPhone,
  splitFormError,
} from './form-checks.ts'
import { CodeForm, type CodeSent, PhoneForm, type PhoneProof, storePhoneProof } from './phone-code.tsx'
import { startSession, useSession } from './session.ts'

/** Signing in: a phone number, the code texted to it, and one more proof where the account asks for it. */
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
        New to Fairfile? <Link to="/register">Create your account</Link>
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
  const [proven, setProven] = useState<ProvenPhone | null>(null)
  const signIn = useApiMutation(client.identity.signIn, { onDone: startSession })
  const enter = (code: string) => {
    const proof = { phoneNumber: sent.phoneNumber, code }
    signIn.mutate(proof, {
      onError: ({ code: needed }) => {
        if (isSecondProofDemand(needed)) setProven({ proof, needed })
        if (needed !== 'no_account') return
        storePhoneProof(proof)
        void navigate({ to: '/register' })
      },
    })
  }
  if (proven) return <SecondProof {...proven} onStartAgain={onChangeNumber} />
  const { refused, otherError } = splitFormError(signIn.error, { wrong_code: 'code' })
  return (
    <>
      <div>
        <h1>Enter your code</h1>
        <p className={standalonePageStyles.lead}>
          {sent.message === null ? 'We texted a 6‑digit code to' : 'Enter the 6‑digit code for'}{' '}
          <b className={`${textStyles.number} ${textStyles.noWrap}`}>{showTypedPhone(sent.phoneNumber)}</b>.{' '}
          <Button variant="link" onClick={onChangeNumber}>
            Change number
          </Button>
        </p>
      </div>
      <CodeForm
        sent={sent}
        onSentAgain={onSent}
        onCode={values => enter(readCode(values))}
        busy={signIn.isPending}
        act="Sign in"
        acting="Signing in..."
        refused={refused}
        error={otherError?.code === 'no_account' ? null : otherError}
      />
    </>
  )
}

/** Most sign-ins never need it, so it comes only when one does. */
const SecondProofStep = lazy(() =>
  loadChunk(import('./SecondProofForm.tsx')).then(file => ({ default: file.SecondProofStep })),
)

/** A code that was right, and what the account asks for beside it. */
export type ProvenPhone = { proof: PhoneProof; needed: SecondProofDemand }

/** The step after the texted code, for accounts that ask for one more proof. */
export const SecondProof = (props: ProvenPhone & { onStartAgain: () => void }) => (
  <Suspense fallback={<Spinner />}>
    <SecondProofStep {...props} onSignedIn={startSession} />
  </Suspense>
)
