import * as fieldStyles from './Field.module.css'
import { Field } from './Field.tsx'

type CodeFieldProps = {
  /** Its id and its name in the form. */
  name: string
  label: string
  hint?: string
  error: string | undefined
  optional?: boolean
  /** Whether the focus goes there, where whoever asked for a code waits for it. */
  autoFocus?: boolean
}

/** Where a code of six digits is typed: phones offer the one that was just texted, and spaces fit in. */
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
