import { useState } from 'react'
import { refusalOf } from '#features/identity/web/refused-fields.ts'
import { TotpKey } from '#features/staff/web/TotpKey.tsx'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { useFocusKept } from '#web/ui/use-focus-kept.ts'
import { ConfirmItIsYou } from './ConfirmItIsYou.tsx'
import { appCodeChecks, appCodeOf } from './contact-checks.ts'
import { useFreshAct } from './use-fresh-act.ts'

type SetUpAuthenticatorProps = { onDone: (recoveryCodes: readonly string[]) => void }

/** Sets up an authenticator app: its secret, then a code that proves the app has it. */
export const SetUpAuthenticator = ({ onDone }: SetUpAuthenticatorProps) => {
  const [uri, setUri] = useState<string | null>(null)
  const start = useFreshAct(client.identity.startTotp, { onDone: reply => setUri(reply.uri) })
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
  const { run, busy, error, confirming } = useFreshAct(client.identity.enableTotp, {
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  const { refused, otherError } = refusalOf(error, { wrong_code: 'appCode' })
  const form = useForm(appCodeChecks, values => run({ code: appCodeOf(values) }), refused)
  const place = useFocusKept('authenticator')
  return (
    <div className="stack-s" ref={place}>
      <TotpKey uri={uri} />
      {otherError && <ErrorNote error={otherError} safe="Your authenticator app is not on yet." />}
      <form className="pf-form" {...form.wiring}>
        <CodeField
          name="appCode"
          label="Code of your app"
          hint="The 6 digits that it shows now"
          error={form.errors.appCode}
          autoFocus
        />
        <div className="row">
          <Button type="submit" kind="primary" busy={busy} busyText="Switching on...">
            Switch on
          </Button>
          <Button kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
      {confirming && <ConfirmItIsYou {...confirming} />}
    </div>
  )
}
