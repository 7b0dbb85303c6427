import { useState } from 'react'
import { codeChecks, readCode, showTypedPhone, splitFormError } from '#features/identity/web/form-checks.ts'
import {
  AnotherCode,
  type CodeSent,
  PhoneForm,
  SentNote,
  useAnotherCode,
} from '#features/identity/web/phone-code.tsx'
import { showPhone } from '#values/phone.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeField } from '#web/ui/Field.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { ConfirmItIsYou, useRecentLoginMutation } from './recent-login.tsx'

type PhoneChangeProps = { onDone: (words: string) => void }

/** Changes the phone number: the user types the new one, then the code texted to it. */
export const PhoneChange = ({ onDone }: PhoneChangeProps) => {
  const [sent, setSent] = useState<CodeSent | null>(null)
  const [typed, setTyped] = useState('')
  return sent === null ? (
    <>
      <p className={textStyles.muted}>
        You sign in with this number. When it changes, you are signed out everywhere except here.
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
  const { run, busy, error, confirming } = useRecentLoginMutation(client.account.change, {
    refreshes: [client.identity.me, client.identity.sessions],
    onDone: ({ user }) => onDone(`Your phone number is ${showPhone(user.phoneNumber)} now.`),
  })
  const another = useAnotherCode(sent, 'smsCode', onSent)
  const { refused, otherError } = splitFormError(error, { wrong_code: 'smsCode' })
  const form = useForm(
    codeChecks('smsCode'),
    values => run({ phoneNumber, smsCode: readCode(values, 'smsCode') }),
    refused,
  )
  return (
    <>
      <SentNote sent={sent} error={another.error} />
      {otherError && <ErrorNote error={otherError} safe="Your phone number was not changed." />}
      <form {...form.formProps}>
        <CodeField
          name="smsCode"
          label={`Code texted to ${showTypedPhone(phoneNumber)}`}
          error={form.errors.smsCode}
          autoFocus
        />
        <Button type="submit" variant="primary" busy={busy} busyText="Saving...">
          Save phone number
        </Button>
      </form>
      <p className={textStyles.muted}>
        <AnotherCode {...another} words="Send a new code" />
        {' or '}
        <Button variant="link" onClick={onOther}>
          use another number
        </Button>
        .
      </p>
      {confirming && <ConfirmItIsYou {...confirming} />}
    </>
  )
}
