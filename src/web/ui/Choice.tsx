import type { ComponentProps, FocusEvent, InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react'
import * as styles from './Choice.module.css'
import * as fieldStyles from './Field.module.css'
import { Field, FieldError, type FieldLabels } from './Field.tsx'
import * as textStyles from './text.module.css'

type ChoiceProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'title' | 'children'> & {
  type: 'checkbox' | 'radio'
  title: ReactNode
  /** One line below the title. */
  hint?: ReactNode
  /** Further blocks of a rich row (`.why`, `.bs`). */
  children?: ReactNode
}

/** A browser scrolls only the box into view; with keyboard focus the ring is around the row, which can be much taller. */
const showRow = ({ currentTarget: box }: FocusEvent<HTMLInputElement>) => {
  if (box.matches(':focus-visible')) box.closest('label')?.scrollIntoView({ block: 'nearest' })
}

/** A checkbox or radio button; the whole row is its label. */
export const Choice = ({ title, hint, children, ...input }: ChoiceProps) => (
  <label className={styles.choice} data-slot="choice">
    <input onFocus={showRow} {...input} />
    {typeof title === 'string' ? <b>{title}</b> : title}
    {hint && <small>{hint}</small>}
    {children}
  </label>
)

type ChoiceGroupProps = Omit<ComponentProps<'fieldset'>, 'className' | 'aria-describedby'> & {
  /** Its error has the id `${name}-error`. */
  name: string
  legend: ReactNode
  about?: ReactNode
  error?: string | null | undefined
}

/** One question with its choices. Give it an id and `tabIndex={-1}` if a list of errors links to it. */
export const ChoiceGroup = ({ name, legend, about, error, children, ...fieldset }: ChoiceGroupProps) => {
  const described = [about && `${name}-about`, error && `${name}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      {...fieldset}
      className={fieldStyles.options}
      aria-describedby={described === '' ? undefined : described}
    >
      <legend className={fieldStyles.label}>{legend}</legend>
      {about && (
        <p className={textStyles.muted} id={`${name}-about`}>
          {about}
        </p>
      )}
      {error && <FieldError id={`${name}-error`} text={error} />}
      {children}
    </fieldset>
  )
}

type RadioChoicesProps<Value extends string> = Omit<ChoiceGroupProps, 'children' | 'onChange'> & {
  options: readonly { value: Value; title: ReactNode; hint?: ReactNode }[]
  chosen: Value | null
  onChoose: (value: Value) => void
  /** The id of the first choice, to which a list of errors links. */
  firstId?: string
}

/** A question with one answer among several. */
export const RadioChoices = <Value extends string>({
  options,
  chosen,
  onChoose,
  firstId,
  ...group
}: RadioChoicesProps<Value>) => (
  <ChoiceGroup {...group}>
    {options.map(({ value, title, hint }, at) => (
      <Choice
        key={value}
        type="radio"
        name={group.name}
        id={at === 0 ? firstId : undefined}
        checked={value === chosen}
        onChange={() => onChoose(value)}
        title={title}
        hint={hint}
      />
    ))}
  </ChoiceGroup>
)

type SelectFieldProps<Value extends string> = FieldLabels &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'children' | 'onChange'> & {
    options: readonly { value: Value; text: string }[]
    onChoose?: (value: Value) => void
  }

/** One choice from a list. */
export const SelectField = <Value extends string>({
  id,
  label,
  hint,
  error,
  optional,
  options,
  onChoose,
  ...select
}: SelectFieldProps<Value>) => (
  <Field
    {...{ label, hint, error, optional }}
    id={id ?? select.name}
    control={wiring => (
      <select
        {...select}
        {...wiring}
        onChange={({ target }) => {
          const chosen = options.find(({ value }) => value === target.value)
          if (chosen) onChoose?.(chosen.value)
        }}
      >
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  />
)
