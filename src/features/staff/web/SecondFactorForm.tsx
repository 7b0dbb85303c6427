import { fieldErrors } from '#features/identity/web/refused-fields.ts'
import { SecondProofField } from '#features/identity/web/SecondProofField.tsx'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { readTotp, secondFactorChecks } from './manager-checks.ts'

type SecondFactorFormProps = {
  busy: boolean
  error: unknown
  onCode: (totp: string) => void
  onBack: () => void
}

/** The code of the authenticator app, or a recovery code in its place. */
export const SecondFactorForm = ({ busy, error, onCode, onBack }: SecondFactorFormProps) => {
  const form = useForm(
    secondFactorChecks,
    values => onCode(readTotp(values)),
    fieldErrors(error, { wrong_code: 'totp' }),
  )
  return (
    <form {...form.formProps}>
      <SecondProofField name="totp" error={form.errors.totp} />
      <Button type="submit" variant="primary" size="big" block busy={busy} busyText="Authenticating...">
        Continue
      </Button>
      <p className="alt">
        <Button variant="link" onClick={onBack}>
          Use another email
        </Button>
      </p>
    </form>
  )
}
