import { useState } from 'react'
import { type FieldErrors, type FormValues, useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import * as fieldStyles from '#web/ui/Field.module.css'
import { ErrorSummary, Field, FieldError } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { fieldNames, identityChecks } from './registration.ts'
import { StepPage } from './StepPage.tsx'

type IdentityStepProps = {
  answers: FormValues
  refused: FieldErrors
  onDone: (values: FormValues) => void
  onBack: () => void
}

/** Step 2: the name, birth date and Social Security number, which the bureaus use to find a file. */
export const IdentityStep = ({ answers, refused, onDone, onBack }: IdentityStepProps) => {
  const form = useForm(values => identityChecks(values, new Date()), onDone, refused)
  const { errors } = form
  return (
    <StepPage
      step={1}
      title="Confirm who you are"
      lead="Use the name and date on your ID, so the bureaus can match your file."
      onBack={onBack}
    >
      <form {...form.formProps}>
        <ErrorSummary errors={errors} labels={fieldNames} summaryRef={form.summary} />
        <div className={layoutStyles.twoColumns}>
          <Field
            name="firstName"
            label="First name"
            error={errors.firstName}
            autoComplete="given-name"
            defaultValue={answers.firstName}
            required
          />
          <Field
            name="lastName"
            label="Last name"
            error={errors.lastName}
            autoComplete="family-name"
            defaultValue={answers.lastName}
            required
          />
        </div>
        <Field
          name="middleName"
          label="Middle name"
          optional
          error={errors.middleName}
          autoComplete="additional-name"
          defaultValue={answers.middleName}
        />
        <BirthDate answers={answers} error={errors.birthDate} />
        <Ssn kept={errors.ssn ? undefined : answers.ssn} error={errors.ssn} />
        <Button type="submit" variant="primary" size="big" block>
          Continue
        </Button>
      </form>
    </StepPage>
  )
}

/** Once entered, the number is kept but only its last four digits are shown. */
const Ssn = ({ kept, error }: { kept: string | undefined; error: string | undefined }) => {
  const [asking, setAsking] = useState(kept === undefined)
  if (!asking && !error) {
    return (
      <div className={fieldStyles.field} data-slot="field">
        <span className={fieldStyles.label}>Social Security number</span>
        <p>
          Kept, ending in <span className={textStyles.number}>{kept?.slice(-4)}</span>.{' '}
          <Button variant="link" onClick={() => setAsking(true)}>
            Enter another
          </Button>
        </p>
        <input type="hidden" name="ssn" value={kept} />
      </div>
    )
  }
  return (
    <Field
      name="ssn"
      label="Social Security number"
      hint="The bureaus use it to find your file. We do not show it again after this step."
      error={error}
      inputMode="numeric"
      autoComplete="off"
      maxLength={11}
      required
    />
  )
}

const parts = [
  { name: 'birthMonth', id: 'birthDate', label: 'Month', autoComplete: 'bday-month', maxLength: 2 },
  { name: 'birthDay', id: 'birthDay', label: 'Day', autoComplete: 'bday-day', maxLength: 2 },
  { name: 'birthYear', id: 'birthYear', label: 'Year', autoComplete: 'bday-year', maxLength: 4 },
] as const

/** A birth date in three fields, with one error message for all of them. */
const BirthDate = ({ answers, error }: { answers: FormValues; error: string | undefined }) => (
  <fieldset
    className={error ? `${fieldStyles.field} ${fieldStyles.invalid}` : fieldStyles.field}
    data-slot="field"
    aria-describedby={error ? 'birth-error birth-hint' : 'birth-hint'}
  >
    <legend>Birth date</legend>
    <p className={fieldStyles.hint} id="birth-hint">
      For example, 04 27 1988
    </p>
    {error && <FieldError id="birth-error" text={error} />}
    <div className={fieldStyles.date}>
      {parts.map(part => (
        <Field
          key={part.name}
          {...part}
          inputMode="numeric"
          defaultValue={answers[part.name]}
          invalid={error !== undefined}
          required
        />
      ))}
    </div>
  </fieldset>
)
