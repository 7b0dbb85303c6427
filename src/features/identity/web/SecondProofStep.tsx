import { SecondProofForm, type SecondProofFormProps } from './SecondProofForm.tsx'

const words = {
  totp_required: {
    title: 'Enter your authenticator code',
    lead: 'Your phone is confirmed. This account also asks for the code of your authenticator app.',
  },
  second_proof_required: {
    title: 'Check your email',
    lead: 'Your phone is confirmed. You were away for a while, so we also sent a 6‑digit code to your email address.',
  },
} as const

/** The last step of signing in to an account that asks for one more proof. */
export const SecondProofStep = (props: SecondProofFormProps) => (
  <>
    <div>
      <h1>{words[props.needed].title}</h1>
      <p className="lead">{words[props.needed].lead}</p>
    </div>
    <SecondProofForm {...props} />
  </>
)
