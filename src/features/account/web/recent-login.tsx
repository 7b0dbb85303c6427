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

type RecentLoginMutation<Input, Reply> = {
  run: (input: Input) => void
  busy: boolean
  /** Why it failed, except that a recent sign-in is required. */
  error: ApiError | null
  reply: Reply | undefined
  reset: () => void
  /**
   * Set while a recent sign-in is required: `{confirming && <ConfirmItIsYou {...confirming} />}`, anywhere outside a
   * form.
   */
  confirming: ConfirmItIsYouProps | null
}

/**
 * A mutation that requires a recent sign-in. If the server refuses it for that reason, the user signs in again in a
 * dialog and the mutation runs again with the same input. `confirming` must be rendered.
 */
export const useRecentLoginMutation = <Input, Reply>(
  call: Call<Input, Reply>,
  options?: Parameters<typeof useApiMutation<Input, Reply>>[1],
): RecentLoginMutation<Input, Reply> => {
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

/** Signs in again in a dialog. The new session replaces the current one. */
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
        You can do this only in the first few minutes after signing in. We will text a code to{' '}
        <b className={textStyles.noWrap}>{showPhone(phoneNumber)}</b>. What you entered is kept.
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

/** Queries that a new session makes stale: when it ends, and which session is the current one. */
const ofSession = [client.identity.me, client.identity.sessions]
