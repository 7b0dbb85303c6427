import { lazy, Suspense, useState } from 'react'
import { CodeForm, type CodeSent, toCodeSent, useCodeSignIn } from '#features/identity/web/phone-code.tsx'
import { useUser } from '#features/identity/web/session.ts'
import { showPhone } from '#values/phone.ts'
import type { ApiError } from '#web/api-error.ts'
import { useApiMutation, useInvalidate } from '#web/api-hooks.ts'
import type { Call } from '#web/call.ts'
import { client } from '#web/client.ts'
import { loadChunk } from '#web/lazy-loading.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import * as textStyles from '#web/ui/text.module.css'

type FreshAct<Input, Reply> = {
  run: (input: Input) => void
  busy: boolean
  /** Why it failed; that a fresh sign-in is needed is no failure. */
  error: ApiError | null
  reply: Reply | undefined
  reset: () => void
  /** While a fresh sign-in is needed: `{confirming && <ConfirmItIsYou {...confirming} />}`, anywhere outside a form. */
  confirming: ConfirmItIsYouProps | null
}

/**
 * An act that is open only for a few minutes after signing in. When it is refused for that, the person signs in again in
 * a dialog and the act goes on with what it was given; nothing typed is lost. `confirming` must be shown.
 */
export const useRecentLoginMutation = <Input, Reply>(
  call: Call<Input, Reply>,
  options?: Parameters<typeof useApiMutation<Input, Reply>>[1],
): FreshAct<Input, Reply> => {
  const [waiting, setWaiting] = useState<{ input: Input } | null>(null)
  const act = useApiMutation(call, options)
  const run = (input: Input) =>
    act.mutate(input, {
      onError: ({ code }) => {
        if (code === 'sign_in_again') setWaiting({ input })
      },
    })
  return {
    run,
    busy: act.isPending,
    error: act.error?.code === 'sign_in_again' ? null : act.error,
    reply: act.data,
    reset: act.reset,
    confirming: waiting && {
      onClose: () => setWaiting(null),
      onConfirmed: () => {
        setWaiting(null)
        run(waiting.input)
      },
    },
  }
}

const SecondProofForm = lazy(() =>
  loadChunk(import('#features/identity/web/SecondProofForm.tsx')).then(file => ({
    default: file.SecondProofForm,
  })),
)

type ConfirmItIsYouProps = { onConfirmed: () => void; onClose: () => void }

/** Signs in again on top of what is being done, which waits below. The session that stood is replaced by the new one. */
export const ConfirmItIsYou = ({ onConfirmed, onClose }: ConfirmItIsYouProps) => {
  const [sent, setSent] = useState<CodeSent | null>(null)
  return (
    <Dialog title="Confirm it is you" onClose={onClose} buttons={<Button onClick={onClose}>Cancel</Button>}>
      <div className={layoutStyles.stackSmall}>
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
      <p className={textStyles.muted}>
        This is only open for a few minutes after signing in. We will text a code to{' '}
        <b className={textStyles.noWrap}>{showPhone(phoneNumber)}</b>. What you entered stays.
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
  const goOn = () => {
    void refresh(ofSession)
    onConfirmed()
  }
  const { proven, code } = useCodeSignIn(sent, goOn)
  if (proven)
    return (
      <Suspense fallback={<Spinner />}>
        <SecondProofForm {...proven} onSignedIn={goOn} onStartAgain={() => onSent(null)} />
      </Suspense>
    )
  return <CodeForm sent={sent} onSentAgain={onSent} {...code} act="Confirm" acting="Confirming..." />
}

/** What a new session makes stale: when it ends, and which of the sessions is this one. */
const ofSession = [client.identity.me, client.identity.sessions]
