import { useState } from 'react'
import { splitFormError } from '#features/identity/web/refused-fields.ts'
import { TotpKey } from '#features/staff/web/TotpKey.tsx'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import { ConfirmItIsYou } from './ConfirmItIsYou.tsx'
import { appCodeChecks, readAppCode } from './contact-checks.ts'
import { useRecentLoginMutation } from './recent-login.tsx'

type SetUpAuthenticatorProps = { onDone: (recoveryCodes: readonly string[]) => void }

/** Sets up an authenticator app: its secret, then a code that proves the app has it. */
export const SetUpAuthenticator = ({ onDone }: SetUpAuthenticatorProps) => {
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
  const form = useForm(appCodeChecks, values => run({ code: readAppCode(values) }), refused)
  const place = useFocusFallback('authenticator')
  return (
    <div className="stack-s" ref={place}>
      <TotpKey uri={uri} />
      {otherError && <ErrorNote error={otherError} safe="Your authenticator app is not on yet." />}
      <form className="pf-form" {...form.formProps}>
        <CodeField
          name="appCode"
          label="Code of your app"
          hint="The 6 digits that it shows now"
          error={form.errors.appCode}
          autoFocus
        />
        <div className="row">
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
