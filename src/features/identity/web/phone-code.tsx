import { type ReactNode, useEffect, useState } from 'react'
import type { EndpointReply } from '#api/endpoint.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { formatDuration } from '#web/duration.ts'
import { type FieldErrors, type FormValues, useForm } from '#web/form.ts'
import { signInClient } from '#web/sign-in-client.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeField, ErrorSummary, Field } from '#web/ui/Field.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { identity } from '../contract.ts'
import {
  codeChecks,
  isSecondProofDemand,
  phoneChecks,
  readCode,
  type SecondProofDemand,
  splitFormError,
} from './form-checks.ts'

/**
 * A text message that was sent: to which number, and when the next may be requested. `message` is set if the server
 * cannot promise that it arrives.
 */
export type CodeSent = { phoneNumber: string; resendInSeconds: number; message: string | null; at: number }

/** Converts the reply to a request for a code. */
export const toCodeSent = (
  phoneNumber: string,
  { resendInSeconds, message }: EndpointReply<typeof identity.sendCode>,
): CodeSent => ({ phoneNumber, resendInSeconds, message: message ?? null, at: Date.now() })

/** A phone number and the code that proves it. */
export type PhoneProof = { phoneNumber: string; code: string }

/** A code that was accepted, and the second proof that the account requires. */
export type ProvenPhone = { proof: PhoneProof; needed: SecondProofDemand }

/**
 * Signs in with the texted code. `proven` is set if the code was right and the account requires a second proof;
 * `onNoAccount` is called if no account has the number. `code` is passed to `CodeForm`.
 */
export const useCodeSignIn = (
  { phoneNumber }: CodeSent,
  onSignedIn: (reply: EndpointReply<typeof identity.signIn>) => void,
  onNoAccount?: (proof: PhoneProof, values: FormValues) => void,
) => {
  const [proven, setProven] = useState<ProvenPhone | null>(null)
  const signIn = useApiMutation(signInClient.identity.signIn, { onDone: onSignedIn })
  const { refused, otherError } = splitFormError(signIn.error, { wrong_code: 'code' })
  const enter = (values: FormValues) => {
    const proof = { phoneNumber, code: readCode(values) }
    signIn.mutate(proof, {
      onError: ({ code }) => {
        if (isSecondProofDemand(code)) setProven({ proof, needed: code })
        if (code === 'no_account') onNoAccount?.(proof, values)
      },
    })
  }
  const error = onNoAccount && otherError?.code === 'no_account' ? null : otherError
  return { proven, code: { onCode: enter, busy: signIn.isPending, refused, error } }
}

let kept: PhoneProof | null = null

/** Keeps a proof from sign-in for registration; only in memory, lost with the page. */
export const storePhoneProof = (proof: PhoneProof | null) => {
  kept = proof
}

/** The stored proof, or null. */
export const readPhoneProof = (): PhoneProof | null => kept

/** Seconds left of a wait that began when `start` last changed, counted down to 0. */
const useCountdown = (seconds: number, start: number): number => {
  const [now, setNow] = useState(start)
  const left = Math.max(0, Math.ceil(seconds - (now - start) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setNow(Date.now()), 1000)
    return () => clearTimeout(timer)
  })
  return left
}

/**
 * Texts another code after the wait, in seconds. The button is disabled then, so the focus moves to the field with the id
 * `field`, where the user types the code next.
 */
export const useAnotherCode = (
  { phoneNumber, resendInSeconds, at }: CodeSent,
  field: string,
  onSent: (sent: CodeSent) => void,
) => {
  const { mutate, isPending, error } = useApiMutation(signInClient.identity.sendCode, {
    onDone: reply => {
      onSent(toCodeSent(phoneNumber, reply))
      document.getElementById(field)?.focus()
    },
  })
  const wait = useCountdown(resendInSeconds, at)
  return { send: () => mutate({ phoneNumber }), sending: isPending, error, wait }
}

type AnotherCodeProps = Pick<ReturnType<typeof useAnotherCode>, 'send' | 'sending' | 'wait'> & {
  /** The button's label, inside its sentence. */
  words: string
}

/** Texts another code, or shows how long to wait for it. */
export const AnotherCode = ({ send, sending, wait, words }: AnotherCodeProps) => (
  <>
    <Button variant="link" disabled={wait > 0} busy={sending} onClick={send}>
      {words}
    </Button>
    {wait > 0 && (
      <>
        {' '}
        in <span className={textStyles.number}>{formatDuration(wait)}</span>
      </>
    )}
  </>
)

/** States that a code was sent, or why another could not be; announced for each code. */
export const SentNote = ({ sent: { at, message }, error }: { sent: CodeSent; error: unknown }) =>
  error ? (
    <ErrorNote error={error} />
  ) : (
    <Note key={at} tone={message === null ? 'green' : 'sand'} role="status">
      {message ?? 'SMS code sent successfully!'}
    </Note>
  )

/** The form for the mobile number, to which it texts a code. */
export const PhoneForm = ({
  phoneNumber,
  onSent,
}: {
  phoneNumber: string
  onSent: (sent: CodeSent) => void
}) => {
  const send = useApiMutation(signInClient.identity.sendCode, {
    onDone: (reply, given) => onSent(toCodeSent(given.phoneNumber, reply)),
  })
  const { refused, otherError } = splitFormError(send.error, { phone_not_served: 'phoneNumber' })
  const form = useForm(phoneChecks, values => send.mutate({ phoneNumber: values.phoneNumber ?? '' }), refused)
  return (
    <form {...form.formProps}>
      {otherError && <ErrorNote error={otherError} />}
      <Field
        name="phoneNumber"
        label="Mobile number"
        hint="10 digits, US numbers only"
        error={form.errors.phoneNumber}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        defaultValue={phoneNumber}
        // The user returned to this form, and the focused control disappeared.
        autoFocus={phoneNumber !== ''}
        required
      />
      <Button type="submit" variant="primary" size="big" block busy={send.isPending} busyText="Sending...">
        Text me a code
      </Button>
    </form>
  )
}

type CodeFormProps = {
  sent: CodeSent
  onSentAgain: (sent: CodeSent) => void
  onCode: (values: FormValues) => void
  busy: boolean
  /** The button's label, and the one while busy. */
  act: string
  acting: string
  /** The server's messages for these fields. */
  refused: FieldErrors
  /** Any other failure. */
  error: unknown
  /** Checks of additional fields below the code. */
  alsoCheck?: (values: FormValues) => FieldErrors
  children?: (errors: FieldErrors) => ReactNode
}

/**
 * The form for the texted code; submits with the sixth digit if nothing else is required. A new code can be requested
 * after the wait.
 */
export const CodeForm = (props: CodeFormProps) => {
  const { sent, onSentAgain, onCode, busy, act, acting, refused, error, alsoCheck, children } = props
  const check = (values: FormValues) => ({ ...codeChecks()(values), ...alsoCheck?.(values) })
  // The text whose code was refused. A newer text hides the refusal; a refusal hides the note that the text was sent.
  const [triedAt, setTriedAt] = useState<number | null>(null)
  const form = useForm(
    check,
    values => {
      setTriedAt(sent.at)
      onCode(values)
    },
    refused,
  )
  const failed = Boolean(error) && triedAt === sent.at
  const another = useAnotherCode(sent, 'code', onSentAgain)
  const isAlone = children === undefined
  return (
    <>
      {(!failed || another.error !== null) && <SentNote sent={sent} error={another.error} />}
      {failed && <ErrorNote error={error} />}
      <form {...form.formProps}>
        <ErrorSummary errors={form.errors} summaryRef={form.summary} />
        <CodeField
          name="code"
          label="6-digit code"
          hint={`You can paste it, or let your phone fill it in${isAlone ? '. The sixth digit sends it' : ''}`}
          error={form.errors.code}
          autoFocus
          onInput={({ currentTarget: { name, value, form: own } }) => {
            if (isAlone && !busy && codeChecks()({ [name]: value }).code === undefined) own?.requestSubmit()
          }}
        />
        {children?.(form.errors)}
        <Button type="submit" variant="primary" size="big" block busy={busy} busyText={acting}>
          {act}
        </Button>
      </form>
      <p className={textStyles.muted}>
        No text yet? You can <AnotherCode {...another} words="send a new code" />.
      </p>
    </>
  )
}
