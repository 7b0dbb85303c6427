import { Field } from '#web/ui/Field.tsx'

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

/** Where the second proof is typed: the code of an authenticator app, a recovery code in its place, or one e-mailed. */
export const SecondProofField = ({ name, error }: SecondProofFieldProps) => (
  <Field
    id={name}
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
