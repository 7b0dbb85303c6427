import { useState } from 'react'
import { useInvalidate } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import { ConfirmItIsYou } from './ConfirmItIsYou.tsx'
import { RecoveryCodeList } from './RecoveryCodeList.tsx'
import { useRecentLoginMutation } from './recent-login.tsx'
import { SetUpAuthenticator } from './SetUpAuthenticator.tsx'

type Stage = { at: 'rest'; said: string | null } | { at: 'codes'; codes: readonly string[] }

/** A second proof beside the texted code, asked for at every sign-in once it is on. */
export const AuthenticatorCard = ({ on }: { on: boolean }) => {
  const [stage, setStage] = useState<Stage>({ at: 'rest', said: null })
  const refresh = useInvalidate()
  const rest = (said: string) => setStage({ at: 'rest', said })
  const switchedOn = (codes: readonly string[]) => {
    setStage({ at: 'codes', codes })
    void refresh([client.identity.me])
  }
  return (
    <section className="card stack-s" aria-labelledby="authenticator">
      <header>
        <h2 className="h3" id="authenticator" tabIndex={-1}>
          Authenticator app
        </h2>
        {on ? (
          <Pill tone="green" icon="check">
            On
          </Pill>
        ) : (
          <Pill>Off</Pill>
        )}
      </header>
      <p className="muted">
        {on
          ? 'Signing in asks for the code of your app besides the code we text.'
          : 'A code from an app on your phone, besides the code we text. It protects you when somebody takes over your phone number.'}
      </p>
      {stage.at === 'codes' ? (
        <RecoveryCodeList codes={stage.codes} onSaved={() => rest('Your authenticator app is on.')} />
      ) : (
        <>
          {stage.said !== null && (
            <Note tone="green" role="status">
              {stage.said}
            </Note>
          )}
          {on ? (
            <SwitchOff onDone={() => rest('Your authenticator app is off.')} />
          ) : (
            <SetUpAuthenticator onDone={switchedOn} />
          )}
        </>
      )}
    </section>
  )
}

const SwitchOff = ({ onDone }: { onDone: () => void }) => {
  const [asking, setAsking] = useState(false)
  const { run, busy, error, confirming } = useRecentLoginMutation(client.identity.disableTotp, {
    refreshes: [client.identity.me],
    onDone,
  })
  const close = () => setAsking(false)
  const place = useFocusFallback('authenticator')
  return (
    <div className="stack-s" ref={place}>
      {error !== null && <ErrorNote error={error} safe="Your authenticator app is still on." />}
      <div>
        <Button busy={busy} busyText="Switching off..." onClick={() => setAsking(true)}>
          Switch off
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title="Switch off the authenticator app?"
          confirmLabel="Switch off"
          onConfirm={() => {
            close()
            run()
          }}
          onClose={close}
        >
          Signing in then takes the texted code alone. Your recovery codes stop working.
        </ConfirmDialog>
      )}
      {confirming && <ConfirmItIsYou {...confirming} />}
    </div>
  )
}
