import type { FieldErrors, FormValues } from '#web/form.ts'
import { Field } from '#web/ui/Field.tsx'
import { states } from '../profile-choices.ts'

type AddressFieldsProps = {
  /** What stands in the fields at first, by the names of `addressChecks`. */
  answers: FormValues
  errors: FieldErrors
}

/** The fields of a postal address. */
export const AddressFields = ({ answers, errors }: AddressFieldsProps) => (
  <>
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
  </>
)
