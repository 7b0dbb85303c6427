import { useState } from 'react'
import { splitFormError } from '#features/identity/web/refused-fields.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { emailCodeChecks, readEmailCode } from './contact-checks.ts'

type ConfirmEmailProps = {
  email: string
  /** A code is on its way already, as after a change of address. */
  mailed: boolean
  onDone: (words: string) => void
}

/** Confirms the email address by the code mailed to it. */
export const ConfirmEmail = ({ email, mailed, onDone }: ConfirmEmailProps) => {
  const [asked, setAsked] = useState(false)
  const send = useApiMutation(client.account.sendEmailCode, { onDone: () => setAsked(true) })
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
  const verify = useApiMutation(client.account.verifyEmail, {
    refreshes: [client.identity.me],
    onDone: () => onDone('Your email is confirmed.'),
  })
  const { refused, otherError } = splitFormError(verify.error, { wrong_code: 'emailCode' })
  const form = useForm(emailCodeChecks, values => verify.mutate({ code: readEmailCode(values) }), refused)
  return (
    <>
      {otherError && <ErrorNote error={otherError} />}
      <form {...form.formProps}>
        <CodeField name="emailCode" label="Code from the email" error={form.errors.emailCode} />
        <Button type="submit" variant="primary" busy={verify.isPending} busyText="Confirming...">
          Confirm email
        </Button>
      </form>
    </>
  )
}
