import { useState } from 'react'
import { refusalOf } from '#features/identity/web/refused-fields.ts'
import { useAct } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { emailCodeChecks, emailCodeOf } from './contact-checks.ts'

type ConfirmEmailProps = {
  email: string
  /** A code is on its way already, as after a change of address. */
  mailed: boolean
  onDone: (words: string) => void
}

/** Confirms the email address by the code mailed to it. */
export const ConfirmEmail = ({ email, mailed, onDone }: ConfirmEmailProps) => {
  const [asked, setAsked] = useState(false)
  const send = useAct(client.account.sendEmailCode, { onDone: () => setAsked(true) })
  return (
    <div className="pf-form">
      {send.isSuccess && (
        <Note tone="green" role="status">
          We sent a 6‑digit code to {email}.
        </Note>
      )}
      {send.error && <ErrorNote error={send.error} />}
      {(asked || mailed) && <GiveCode onDone={onDone} />}
      <div className="row">
        <Button
          size="small"
          icon="mail"
          busy={send.isPending}
          busyText="Sending..."
          onClick={() => send.mutate()}
        >
          {asked || mailed ? 'Email me a new code' : 'Confirm this email'}
        </Button>
      </div>
    </div>
  )
}

const GiveCode = ({ onDone }: Pick<ConfirmEmailProps, 'onDone'>) => {
  const verify = useAct(client.account.verifyEmail, {
    refreshes: [client.identity.me],
    onDone: () => onDone('Your email is confirmed.'),
  })
  const { refused, otherError } = refusalOf(verify.error, { wrong_code: 'emailCode' })
  const form = useForm(emailCodeChecks, values => verify.mutate({ code: emailCodeOf(values) }), refused)
  return (
    <>
      {otherError && <ErrorNote error={otherError} />}
      <form {...form.wiring}>
        <CodeField name="emailCode" label="Code from the email" error={form.errors.emailCode} />
        <Button type="submit" kind="primary" busy={verify.isPending} busyText="Confirming...">
          Confirm email
        </Button>
      </form>
    </>
  )
}
