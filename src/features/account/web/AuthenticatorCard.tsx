import { useEffect, useRef, useState } from 'react'
import { codeChecks, readCode, splitFormError } from '#features/identity/web/form-checks.ts'
import { TotpKey } from '#features/staff/web/TotpKey.tsx'
import { useInvalidate } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import * as authenticatorStyles from '#web/ui/Authenticator.module.css'
import { Button } from '#web/ui/Button.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { CodeField } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import * as accountStyles from './account.module.css'
import { ProfileCard } from './ProfileCard.tsx'
import { ConfirmItIsYou, useRecentLoginMutation } from './recent-login.tsx'

type Stage = { at: 'rest'; result: string | null } | { at: 'codes'; codes: readonly string[] }

/** A second factor in addition to the texted code, required at every sign-in once it is on. */
export const AuthenticatorCard = ({ on }: { on: boolean }) => {
  const [stage, setStage] = useState<Stage>({ at: 'rest', result: null })
  const refresh = useInvalidate()
  const rest = (result: string) => setStage({ at: 'rest', result })
  const switchedOn = (codes: readonly string[]) => {
    setStage({ at: 'codes', codes })
    void refresh([client.identity.me])
  }
  return (
    <ProfileCard
      id="authenticator"
      title="Authenticator app"
      mark={
        on ? (
          <Pill tone="green" icon="check">
            On
          </Pill>
        ) : (
          <Pill>Off</Pill>
        )
      }
    >
      <p className={textStyles.muted}>
        {on
          ? 'Signing in requires a code from your app in addition to the code we text.'
          : 'A code from an app on your phone, in addition to the code we text. It protects you if someone steals your phone number.'}
      </p>
      {stage.at === 'codes' ? (
        <RecoveryCodeList codes={stage.codes} onSaved={() => rest('Your authenticator app is on.')} />
      ) : (
        <>
          {stage.result !== null && (
            <Note tone="green" role="status">
              {stage.result}
            </Note>
          )}
          {on ? (
            <SwitchOff onDone={() => rest('Your authenticator app is off.')} />
          ) : (
            <SetUpAuthenticator onDone={switchedOn} />
          )}
        </>
      )}
    </ProfileCard>
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
    <div className={layoutStyles.stackSmall} ref={place}>
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
          Signing in then requires only the texted code. Your recovery codes stop working.
        </ConfirmDialog>
      )}
      {confirming && <ConfirmItIsYou {...confirming} />}
    </div>
  )
}

type SetUpAuthenticatorProps = { onDone: (recoveryCodes: readonly string[]) => void }

/** Sets up an authenticator app: shows its secret, then checks a code from the app. */
const SetUpAuthenticator = ({ onDone }: SetUpAuthenticatorProps) => {
  const [uri, setUri] = useState<string | null>(null)
  const start = useRecentLoginMutation(client.identity.startTotp, { onDone: reply => setUri(reply.uri) })
  if (uri !== null) return <ShowSecret uri={uri} onDone={onDone} onCancel={() => setUri(null)} />
  return (
    <>
      {start.error !== null && <ErrorNote error={start.error} safe="Nothing was changed." />}
      <div>
        <Button icon="shield" busy={start.busy} onClick={() => start.run()}>
          Set up
        </Button>
      </div>
      {start.confirming && <ConfirmItIsYou {...start.confirming} />}
    </>
  )
}

type ShowSecretProps = SetUpAuthenticatorProps & { uri: string; onCancel: () => void }

const ShowSecret = ({ uri, onDone, onCancel }: ShowSecretProps) => {
  const { run, busy, error, confirming } = useRecentLoginMutation(client.identity.enableTotp, {
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  const { refused, otherError } = splitFormError(error, { wrong_code: 'appCode' })
  const form = useForm(codeChecks('appCode'), values => run({ code: readCode(values, 'appCode') }), refused)
  const place = useFocusFallback('authenticator')
  return (
    <div className={layoutStyles.stackSmall} ref={place}>
      <TotpKey uri={uri} />
      {otherError && <ErrorNote error={otherError} safe="Your authenticator app is not on yet." />}
      <form className={accountStyles.form} {...form.formProps}>
        <CodeField
          name="appCode"
          label="Code of your app"
          hint="The 6 digits that it shows now"
          error={form.errors.appCode}
          autoFocus
        />
        <div className={layoutStyles.row}>
          <Button type="submit" variant="primary" busy={busy} busyText="Switching on...">
            Switch on
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
      {confirming && <ConfirmItIsYou {...confirming} />}
    </div>
  )
}

type RecoveryCodeListProps = { codes: readonly string[]; onSaved: () => void }

/** Recovery codes that replace the app's codes, shown only once. */
const RecoveryCodeList = ({ codes, onSaved }: RecoveryCodeListProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const place = useFocusFallback('authenticator')
  return (
    <div className={layoutStyles.stackSmall} ref={place}>
      <h3 ref={heading} tabIndex={-1}>
        Save your recovery codes
      </h3>
      <Note tone="sand" title="These codes are shown only now">
        Each signs you in once when you do not have your app. Keep them where you keep your papers, not on the
        device with the app.
      </Note>
      <ul className={`${authenticatorStyles.codes} ${textStyles.number}`} aria-label="Recovery codes">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={layoutStyles.row}>
        <CopyButton text={codes.join('\n')} />
        <Button variant="primary" onClick={onSaved}>
          I saved them
        </Button>
      </div>
    </div>
  )
}
