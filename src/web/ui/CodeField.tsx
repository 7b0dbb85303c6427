import * as fieldStyles from './Field.module.css'
import { Field } from './Field.tsx'

type CodeFieldProps = {
  /** Its id and its name in the form. */
  name: string
  label: string
  hint?: string
  error: string | undefined
  optional?: boolean
  /** Takes the focus when it appears. */
  autoFocus?: boolean
}

/** Six digits; phones offer the code that was just texted, and spaces are allowed. */
export const CodeField = ({ name, ...field }: CodeFieldProps) => (
  <Field
    id={name}
    name={name}
    {...field}
    className={fieldStyles.code}
    type="text"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={12}
    required={!field.optional}
  />
)
