import type { FormValues } from '#web/form.ts'
import { Field, FieldError } from '#web/ui/Field.tsx'

const parts = [
  { name: 'birthMonth', id: 'birthDate', label: 'Month', autoComplete: 'bday-month', maxLength: 2 },
  { name: 'birthDay', id: 'birthDay', label: 'Day', autoComplete: 'bday-day', maxLength: 2 },
  { name: 'birthYear', id: 'birthYear', label: 'Year', autoComplete: 'bday-year', maxLength: 4 },
] as const

/** A birth date in three fields, with one sentence for all of them. */
export const BirthDate = ({ answers, error }: { answers: FormValues; error: string | undefined }) => (
  <fieldset
    className={error ? 'field bad' : 'field'}
    aria-describedby={error ? 'birth-error birth-hint' : 'birth-hint'}
  >
    <legend>Birth date</legend>
    <p className="hint" id="birth-hint">
      For example, 04 27 1988
    </p>
    {error && <FieldError id="birth-error" text={error} />}
    <div className="date3">
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
