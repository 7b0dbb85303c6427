import { type Sentences, useForm, type Values } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { AddressFields } from './AddressFields.tsx'
import { addressChecks } from './registration-checks.ts'
import { fieldNames } from './registration-steps.ts'
import { StepPage } from './StepPage.tsx'

type AddressStepProps = {
  answers: Values
  refused: Sentences
  onDone: (values: Values) => void
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
      <form {...form.wiring}>
        <ErrorSummary errors={errors} names={fieldNames} place={form.summary} />
        <AddressFields answers={answers} errors={errors} />
        <Button type="submit" kind="primary" size="big" block>
          Continue
        </Button>
      </form>
    </StepPage>
  )
}
