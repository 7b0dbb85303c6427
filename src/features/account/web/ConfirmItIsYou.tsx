import { lazy, Suspense, useState } from 'react'
import { CodeForm } from '#features/identity/web/CodeForm.tsx'
import { type CodeSent, toCodeSent } from '#features/identity/web/code-sent.ts'
import { isSecondProofDemand } from '#features/identity/web/proof.ts'
import { splitFormError } from '#features/identity/web/refused-fields.ts'
import type { ProvenPhone } from '#features/identity/web/SecondProof.tsx'
import { readCode } from '#features/identity/web/sign-in-checks.ts'
import { showPhone } from '#values/phone.ts'
import { useApiMutation, useInvalidate } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { loadChunk } from '#web/lazy-loading.ts'
import { useUser } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

const SecondProofForm = lazy(() =>
  loadChunk(import('#features/identity/web/SecondProofForm.tsx')).then(file => ({
    default: file.SecondProofForm,
  })),
)

export type ConfirmItIsYouProps = { onConfirmed: () => void; onClose: () => void }

/** Signs in again on top of what is being done, which waits below. The session that stood is replaced by the new one. */
export const ConfirmItIsYou = ({ onConfirmed, onClose }: ConfirmItIsYouProps) => {
  const [sent, setSent] = useState<CodeSent | null>(null)
  return (
    <Dialog title="Confirm it is you" onClose={onClose} buttons={<Button onClick={onClose}>Cancel</Button>}>
      <div className="stack-s">
        {sent === null ? (
          <AskForCode onSent={setSent} />
        ) : (
          <GiveCode sent={sent} onSent={setSent} onConfirmed={onConfirmed} />
        )}
      </div>
    </Dialog>
  )
}

const AskForCode = ({ onSent }: { onSent: (sent: CodeSent) => void }) => {
  const { phoneNumber } = useUser()
  const send = useApiMutation(client.identity.sendCode, {
    onDone: reply => onSent(toCodeSent(phoneNumber, reply)),
  })
  return (
    <>
      <p className="muted">
        This is only open for a few minutes after signing in. We will text a code to{' '}
        <b className="num nowrap">{showPhone(phoneNumber)}</b>. What you entered stays.
      </p>
      {send.error && <ErrorNote error={send.error} />}
      <Button
        variant="primary"
        size="big"
        block
        busy={send.isPending}
        busyText="Sending..."
        onClick={() => send.mutate({ phoneNumber })}
      >
        Text me a code
      </Button>
    </>
  )
}

type GiveCodeProps = {
  sent: CodeSent
  onSent: (sent: CodeSent | null) => void
  onConfirmed: () => void
}

const GiveCode = ({ sent, onSent, onConfirmed }: GiveCodeProps) => {
  const refresh = useInvalidate()
  const [proven, setProven] = useState<ProvenPhone | null>(null)
  const goOn = () => {
    void refresh(ofSession)
    onConfirmed()
  }
  const signIn = useApiMutation(client.identity.signIn, { onDone: goOn })
  if (proven)
    return (
      <Suspense fallback={<Spinner />}>
        <SecondProofForm {...proven} onSignedIn={goOn} onStartAgain={() => onSent(null)} />
      </Suspense>
    )
  const { refused, otherError } = splitFormError(signIn.error, { wrong_code: 'code' })
  return (
    <CodeForm
      sent={sent}
      onSentAgain={onSent}
      onCode={values => {
        const proof = { phoneNumber: sent.phoneNumber, code: readCode(values) }
        signIn.mutate(proof, {
          onError: ({ code: needed }) => {
            if (isSecondProofDemand(needed)) setProven({ proof, needed })
          },
        })
      }}
      busy={signIn.isPending}
      act="Confirm"
      acting="Confirming..."
      refused={refused}
      error={otherError}
    />
  )
}

/** What a new session makes stale: when it ends, and which of the sessions is this one. */
const ofSession = [client.identity.me, client.identity.sessions]
