import { type Sentences, useForm, type Values } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { Field } from '#web/ui/Field.tsx'
import { states } from '../profile-choices.ts'
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
        <Field
          id="streetAddress"
          name="streetAddress"
          label="Street address"
          error={errors.streetAddress}
          autoComplete="street-address"
          defaultValue={answers.streetAddress}
          maxLength={50}
          required
        />
        <Field
          id="city"
          name="city"
          label="City"
          error={errors.city}
          autoComplete="address-level2"
          defaultValue={answers.city}
          maxLength={40}
          required
        />
        <div className="two">
          <Field
            id="state"
            label="State"
            error={errors.state}
            control={wiring => (
              <select
                {...wiring}
                name="state"
                autoComplete="address-level1"
                defaultValue={answers.state ?? ''}
                required
              >
                <option value="">Choose</option>
                {states.map(state => (
                  <option key={state}>{state}</option>
                ))}
              </select>
            )}
          />
          <Field
            id="zip"
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
        <Button type="submit" kind="primary" size="big" block>
          Continue
        </Button>
      </form>
    </StepPage>
  )
}
