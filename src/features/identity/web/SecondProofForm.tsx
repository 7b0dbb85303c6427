import type { EndpointReply } from '#api/endpoint.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { type FormValues, useForm } from '#web/form.ts'
import * as standalonePageStyles from '#web/StandalonePage.module.css'
import { signInClient } from '#web/sign-in-client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import type { identity } from '../contract.ts'
import { type SecondProofDemand, splitFormError } from './form-checks.ts'
import type { PhoneProof } from './phone-code.tsx'
import { readSecondProof, secondProofChecks, secondProofField } from './second-proof-checks.ts'

const fields = {
  totp: {
    label: 'Authenticator code',
    hint: '6 digits from your app. Without it, use one of your recovery codes',
  },
  emailCode: {
    label: 'Code from the email',
    hint: '6 digits. Look in your spam folder too',
    inputMode: 'numeric',
  },
} as const

type SecondProofFieldProps = { name: keyof typeof fields; error: string | undefined }

/** The field for the second proof: the code of an authenticator app, a recovery code instead, or an emailed code. */
export const SecondProofField = ({ name, error }: SecondProofFieldProps) => (
  <Field
    name={name}
    {...fields[name]}
    error={error}
    type="text"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={24}
    autoFocus
    required
  />
)

export type SecondProofFormProps = {
  proof: PhoneProof
  needed: SecondProofDemand
  onSignedIn: (answer: EndpointReply<typeof identity.signIn>) => void
  /** Back to the phone number, for a new code. */
  onStartAgain: () => void
}

/** Signs in with the texted code and one more: of the authenticator app, a recovery code, or an emailed code. */
export const SecondProofForm = ({ proof, needed, onSignedIn, onStartAgain }: SecondProofFormProps) => {
  const signIn = useApiMutation(signInClient.identity.signIn, { onDone: onSignedIn })
  const name = secondProofField[needed]
  const { refused, otherError } = splitFormError(signIn.error, { wrong_code: name })
  const enter = (values: FormValues) => signIn.mutate({ ...proof, ...readSecondProof(values, needed) })
  const form = useForm(secondProofChecks(needed), enter, refused)
  return (
    <>
      {otherError && <ErrorNote error={otherError} />}
      <form {...form.formProps}>
        <SecondProofField name={name} error={form.errors[name]} />
        <Button
          type="submit"
          variant="primary"
          size="big"
          block
          busy={signIn.isPending}
          busyText="Signing in..."
        >
          Sign in
        </Button>
      </form>
      <p className={standalonePageStyles.alternative}>
        <Button variant="link" onClick={onStartAgain}>
          Start again with a new code
        </Button>
      </p>
    </>
  )
}

const words = {
  totp_required: {
    title: 'Enter your authenticator code',
    lead: 'Your phone is confirmed. This account also requires a code from your authenticator app.',
  },
  second_proof_required: {
    title: 'Check your email',
    lead: 'Your phone is confirmed. You were away for a while, so we also sent a 6‑digit code to your email address.',
  },
} as const

/** The last step of signing in to an account that requires a second proof. */
export const SecondProofStep = (props: SecondProofFormProps) => (
  <>
    <div>
      <h1>{words[props.needed].title}</h1>
      <p className={standalonePageStyles.lead}>{words[props.needed].lead}</p>
    </div>
    <SecondProofForm {...props} />
  </>
)
