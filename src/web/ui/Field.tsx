import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import * as styles from './Field.module.css'
import { Icon } from './Icon.tsx'

/** What ties a control to its label, hint and error. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> & {
  label: string
  hint?: string
  error?: string
  optional?: boolean
  /** Not right for a reason that stands elsewhere, as in one part of a date. */
  invalid?: boolean
  /** Another control than a text input: `control={wiring => <select {...wiring} name="state">…</select>}`. */
  control?: (wiring: ControlProps) => ReactNode
}

/** A label above, a hint and the error between, the control below; a click on an error summary finds it by its id. */
export const Field = ({
  label,
  hint,
  error,
  optional = false,
  invalid = false,
  control,
  id,
  ...input
}: FieldProps) => {
  const own = useId()
  const name = id ?? own
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  const wiring: ControlProps = {
    id: name,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': error || invalid ? true : undefined,
  }
  return (
    <div className={error ? `${styles.field} ${styles.invalid}` : styles.field} data-slot="field">
      <label htmlFor={name}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {hint && (
        <p className={styles.hint} id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${name}-error`} text={error} />}
      {control ? control(wiring) : <input {...input} {...wiring} />}
    </div>
  )
}

/** The sentence next to a field or a group of fields that is not right. */
export const FieldError = ({ id, text }: { id: string; text: string }) => (
  <p className={styles.error} id={id}>
    <Icon name="warn" />
    <span>{text}</span>
  </p>
)
