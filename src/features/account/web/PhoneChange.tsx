import { useState } from 'react'
import { type CodeSent, PhoneForm } from '#features/identity/web/PhoneForm.tsx'
import { fieldErrorsOf } from '#features/identity/web/refused-fields.ts'
import { showTypedPhone } from '#features/identity/web/typed-phone.ts'
import { showSeconds, useCountdown } from '#features/identity/web/use-countdown.ts'
import { showPhone } from '#values/phone.ts'
import { useAct } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { ConfirmItIsYou } from './ConfirmItIsYou.tsx'
import { smsCodeChecks, smsCodeOf } from './contact-checks.ts'
import { useFreshAct } from './use-fresh-act.ts'

type PhoneChangeProps = { onDone: (words: string) => void }

/** Changes the phone number: the new one is typed, then proven by the code texted to it. */
export const PhoneChange = ({ onDone }: PhoneChangeProps) => {
  const [sent, setSent] = useState<CodeSent | null>(null)
  const [typed, setTyped] = useState('')
  return sent === null ? (
    <>
      <p className="muted">
        You sign in with this number. When it changes you are signed out everywhere but here.
      </p>
      <PhoneForm phoneNumber={typed} onSent={setSent} />
    </>
  ) : (
    <ProveNumber
      sent={sent}
      onSent={setSent}
      onOther={() => {
        setTyped(sent.phoneNumber)
        setSent(null)
      }}
      onDone={onDone}
    />
  )
}

type ProveNumberProps = PhoneChangeProps & {
  sent: CodeSent
  onSent: (sent: CodeSent) => void
  /** Back to the number. */
  onOther: () => void
}

const ProveNumber = ({ sent, onSent, onOther, onDone }: ProveNumberProps) => {
  const { phoneNumber } = sent
  const { run, busy, error, confirming } = useFreshAct(client.account.change, {
    refreshes: [client.identity.me, client.identity.sessions],
    onDone: ({ user }) => onDone(`Your phone number is ${showPhone(user.phoneNumber)} now.`),
  })
  const again = useAct(client.identity.sendCode, {
    onDone: ({ resendInSeconds, message = null }) => {
      onSent({ phoneNumber, resendInSeconds, message, at: Date.now() })
      document.getElementById('smsCode')?.focus()
    },
  })
  const wait = useCountdown(sent.resendInSeconds, sent.at)
  const refused = fieldErrorsOf(error, { wrong_code: 'smsCode' })
  const form = useForm(smsCodeChecks, values => run({ phoneNumber, smsCode: smsCodeOf(values) }), refused)
  return (
    <>
      {again.error ? null : (
        <Note key={sent.at} tone={sent.message === null ? 'green' : 'sand'} role="status">
          {sent.message ?? 'SMS code sent successfully!'}
        </Note>
      )}
      {again.error && <ErrorNote error={again.error} />}
      {error !== null && Object.keys(refused).length === 0 && (
        <ErrorNote error={error} safe="Your phone number was not changed." />
      )}
      <form {...form.wiring}>
        <CodeField
          name="smsCode"
          label={`Code texted to ${showTypedPhone(phoneNumber)}`}
          error={form.errors.smsCode}
          autoFocus
        />
        <Button type="submit" kind="primary" busy={busy} busyText="Saving...">
          Save phone number
        </Button>
      </form>
      <p className="muted">
        <Button
          kind="link"
          disabled={wait > 0}
          busy={again.isPending}
          onClick={() => again.mutate({ phoneNumber })}
        >
          Send a new code
        </Button>
        {wait > 0 && (
          <>
            {' '}
            in <span className="num">{showSeconds(wait)}</span>
          </>
        )}
        {' or '}
        <Button kind="link" onClick={onOther}>
          use another number
        </Button>
        .
      </p>
      {confirming && <ConfirmItIsYou {...confirming} />}
    </>
  )
}
