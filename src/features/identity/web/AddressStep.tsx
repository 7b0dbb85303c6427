import { type FieldErrors, type FormValues, useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/Choice.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { states } from '../profile-choices.ts'
import { addressChecks, fieldNames } from './registration.ts'
import { StepPage } from './StepPage.tsx'

type AddressFieldsProps = {
  /** Initial values, by the names of `addressChecks`. */
  answers: FormValues
  errors: FieldErrors
}

/** The fields of a postal address. */
export const AddressFields = ({ answers, errors }: AddressFieldsProps) => (
  <>
    <Field
      name="streetAddress"
      label="Street address"
      error={errors.streetAddress}
      autoComplete="street-address"
      defaultValue={answers.streetAddress}
      maxLength={50}
      required
    />
    <Field
      name="city"
      label="City"
      error={errors.city}
      autoComplete="address-level2"
      defaultValue={answers.city}
      maxLength={40}
      required
    />
    <div className={layoutStyles.twoColumns}>
      <SelectField
        name="state"
        label="State"
        error={errors.state}
        options={[{ value: '', text: 'Choose' }, ...states.map(state => ({ value: state, text: state }))]}
        autoComplete="address-level1"
        defaultValue={answers.state ?? ''}
        required
      />
      <Field
        name="zip"
        label="ZIP code"
        error={errors.zip}
        inputMode="numeric"
        autoComplete="postal-code"
        defaultValue={answers.zip}
        maxLength={10}
        required
      />
    </div>
  </>
)

type AddressStepProps = {
  answers: FormValues
  refused: FieldErrors
  onDone: (values: FormValues) => void
  onBack: () => void
}

/** Step 3: the address for letters, which bureaus use to match a file. */
export const AddressStep = ({ answers, refused, onDone, onBack }: AddressStepProps) => {
  const form = useForm(addressChecks, onDone, refused)
  const { errors } = form
  return (
    <StepPage
      step={2}
      title="Where do you live?"
      lead="We put this address on your letters. Bureaus reply there."
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
