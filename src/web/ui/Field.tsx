import {
  type InputHTMLAttributes,
  type ReactNode,
  type RefObject,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import * as styles from './Field.module.css'
import { Icon } from './Icon.tsx'
import * as noteStyles from './Note.module.css'

/** Connects a control with its label, hint and error. */
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
  /** Invalid for a reason shown elsewhere, as in one part of a date. */
  invalid?: boolean
  /** A control that is neither an input, a selection nor a long text: `control={wiring => <Amount {...wiring} />}`. */
  control?: (wiring: ControlProps) => ReactNode
}

/** A label above, hint and error between, the control below. Its id is the name of the field unless given. */
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
  const name = id ?? input.name ?? own
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

export type FieldLabels = Pick<FieldProps, 'id' | 'label' | 'hint' | 'error' | 'optional'>

type TextAreaFieldProps = FieldLabels &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & { ref?: RefObject<HTMLTextAreaElement | null> }

/** A text of several lines. */
export const TextAreaField = ({ id, label, hint, error, optional, ...textarea }: TextAreaFieldProps) => (
  <Field
    {...{ label, hint, error, optional }}
    id={id ?? textarea.name}
    control={wiring => <textarea {...textarea} {...wiring} />}
  />
)

/** The message of an invalid field or group of fields. */
export const FieldError = ({ id, text }: { id: string; text: string }) => (
  <p className={styles.error} id={id}>
    <Icon name="warn" />
    <span>{text}</span>
  </p>
)

type CodeFieldProps = {
  name: string
  label: string
  hint?: string
  error: string | undefined
  optional?: boolean
  /** Receives the focus when it appears. */
  autoFocus?: boolean
  onInput?: InputHTMLAttributes<HTMLInputElement>['onInput']
}

/** Six digits; phones offer the code that was just texted, and spaces are allowed. */
export const CodeField = (field: CodeFieldProps) => (
  <Field
    {...field}
    className={styles.code}
    type="text"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={12}
    required={!field.optional}
  />
)

type ErrorSummaryProps = {
  errors: Readonly<Record<string, string>>
  /** Labels put before messages that do not name their field. */
  labels?: Readonly<Record<string, string>>
  summaryRef: RefObject<HTMLDivElement | null>
}

/** Above a form with two or more errors: each links to its field. */
export const ErrorSummary = ({ errors, labels, summaryRef }: ErrorSummaryProps) => {
  const all = Object.entries(errors)
  if (all.length < 2) return null
  return (
    <div
      className={`${noteStyles.note} ${noteStyles.red}`}
      data-slot="note"
      role="alert"
      tabIndex={-1}
      ref={summaryRef}
    >
      <Icon name="warn" />
      <div>
        <p>
          <b>Please check {all.length} things</b>
        </p>
        <ul>
          {all.map(([name, sentence]) => (
            <li key={name}>
              <a
                href={`#${name}`}
                onClick={event => {
                  event.preventDefault()
                  document.getElementById(name)?.focus()
                }}
              >
                {labels?.[name] ? `${labels[name]}: ${sentence}` : sentence}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
