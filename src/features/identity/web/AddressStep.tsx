import { type FieldErrors, type FormValues, useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { AddressFields } from './AddressFields.tsx'
import { addressChecks } from './registration-checks.ts'
import { fieldNames } from './registration-steps.ts'
import { StepPage } from './StepPage.tsx'

type AddressStepProps = {
  answers: FormValues
  refused: FieldErrors
  onDone: (values: FormValues) => void
  onBack: () => void
}

/** Step 3: the address, which stands on letters and by which the bureaus match a file. */
export const AddressStep = ({ answers, refused, onDone, onBack }: AddressStepProps) => {
  const form = useForm(addressChecks, onDone, refused)
  const { errors } = form
  return (
    <StepPage
      step={2}
      title="Where do you live?"
      lead="Your letters carry this address, and the bureaus answer to it."
      onBack={onBack}
    >
      <form {...form.formProps}>
        <ErrorSummary errors={errors} labels={fieldNames} summaryRef={form.summary} />
        <AddressFields answers={answers} errors={errors} />
        <Button type="submit" variant="primary" size="big" block>
          Continue
        </Button>
      </form>
    </StepPage>
  )
}
