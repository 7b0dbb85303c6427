import type { FocusEvent, InputHTMLAttributes, ReactNode } from 'react'
import * as styles from './Choice.module.css'

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
