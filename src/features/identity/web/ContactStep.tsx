import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type FieldErrors, type FormValues, useForm } from '#web/form.ts'
import * as standalonePageStyles from '#web/StandalonePage.module.css'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { emailChecks, showTypedPhone } from './form-checks.ts'
import { SecondProof } from './LoginScreen.tsx'
import { CodeForm, type CodeSent, PhoneForm, type PhoneProof, useCodeSignIn } from './phone-code.tsx'
import { StepPage } from './StepPage.tsx'
import { startSession } from './session.ts'

type ContactStepProps = {
  answers: FormValues
  refused: FieldErrors
  proof: PhoneProof | null
  onDone: (values: FormValues, proof: PhoneProof) => void
}

const EmailField = ({ value, error }: { value: string | undefined; error: string | undefined }) => (
  <Field
    name="email"
    label="Email"
    hint="We'll email you about your account."
    error={error}
    type="email"
    autoComplete="email"
    defaultValue={value}
    maxLength={254}
    required
  />
)

/** Step 1: a phone number proven by a code, and an email address. */
export const ContactStep = (props: ContactStepProps) => {
  const [sent, setSent] = useState<CodeSent | null>(null)
  const { proof } = props
  if (proof !== null) return <Proven {...props} proof={proof} />
  if (sent !== null) return <Code {...props} sent={sent} onSent={setSent} />
  return (
    <StepPage step={0} title="Create your account" lead="Sign in with your phone number. No password needed.">
      {props.refused.smsCode && (
        <Note tone="sand" role="alert" title={props.refused.smsCode}>
          We need a new code to finish. What you entered is kept.
        </Note>
      )}
      {props.refused.phoneNumber && <Note tone="red" role="alert" title={props.refused.phoneNumber} />}
      <PhoneForm phoneNumber={props.answers.phoneNumber ?? ''} onSent={setSent} />
      <p className={standalonePageStyles.alternative}>
        <Link to="/login">I already have an account</Link>
      </p>
    </StepPage>
  )
}

const Proven = ({ answers, refused, proof, onDone }: ContactStepProps & { proof: PhoneProof }) => {
  const form = useForm(emailChecks, values => onDone(values, proof), refused)
  return (
    <StepPage
      step={0}
      title="Create your account"
      lead="We found no account for your number, so let us make one."
    >
      <Note tone="green">{showTypedPhone(proof.phoneNumber)} is confirmed.</Note>
      <form {...form.formProps}>
        <EmailField value={answers.email} error={form.errors.email} />
        <Button type="submit" variant="primary" size="big" block>
          Continue
        </Button>
      </form>
      <p className={standalonePageStyles.alternative}>
        <Link to="/login">I already have an account</Link>
      </p>
    </StepPage>
  )
}

type CodeProps = ContactStepProps & { sent: CodeSent; onSent: (sent: CodeSent | null) => void }

/** The code is checked by signing in with it; here `no_account` is the expected answer. */
const Code = ({ answers, sent, onSent, onDone }: CodeProps) => {
  const { proven, code } = useCodeSignIn(sent, startSession, (proof, { email = '' }) =>
    onDone({ email }, proof),
  )
  if (proven) return <SecondProof {...proven} onStartAgain={() => onSent(null)} />
  return (
    <StepPage
      step={0}
      title="Enter your code"
      lead={
        <>
          {sent.message === null ? 'We texted a 6‑digit code to' : 'Enter the 6‑digit code for'}{' '}
          <b className={textStyles.noWrap}>{showTypedPhone(sent.phoneNumber)}</b>.{' '}
          <Button variant="link" onClick={() => onSent(null)}>
            Change number
          </Button>
        </>
      }
    >
      <CodeForm
        sent={sent}
        onSentAgain={onSent}
        {...code}
        act="Continue"
        acting="Checking..."
        alsoCheck={emailChecks}
      >
        {errors => <EmailField value={answers.email} error={errors.email} />}
      </CodeForm>
    </StepPage>
  )
}
