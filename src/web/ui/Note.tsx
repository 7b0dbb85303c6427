import type { ReactNode } from 'react'
import { errorLines } from '../api-error.ts'
import { Button } from './Button.tsx'
import { Icon, type IconName } from './Icon.tsx'
import * as styles from './Note.module.css'
import * as spinnerStyles from './Spinner.module.css'
import { useFocusFallback } from './use-focus-fallback.ts'

type Tone = 'blue' | 'green' | 'red' | 'amber' | 'sand' | 'plain'

const icons = {
  blue: 'info',
  green: 'check',
  red: 'warn',
  amber: 'warn',
  sand: 'info',
  plain: 'info',
} as const satisfies Record<Tone, IconName>

type NoteProps = {
  tone: Tone
  icon?: IconName
  /** A spinner in place of the icon. */
  busy?: boolean
  title?: string
  children?: ReactNode
  /** One small button at the end. */
  action?: ReactNode
  /** Announced politely (`status`) or immediately (`alert`). Absent for a notice that is shown from the start. */
  role?: 'status' | 'alert'
}

/** A short notice: an icon, text and at most one action. */
export const Note = ({ tone, icon, busy = false, title, children, action, role }: NoteProps) => {
  const place = useFocusFallback()
  return (
    <div className={`${styles.note} ${styles[tone]}`} data-slot="note" role={role} ref={place}>
      {busy ? (
        <span className={spinnerStyles.spinner} data-slot="spinner" aria-hidden="true" />
      ) : (
        <Icon name={icon ?? icons[tone]} />
      )}
      <div>
        {title && (
          <p>
            <b>{title}</b>
          </p>
        )}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
      {action}
    </div>
  )
}

type ErrorNoteProps = {
  error: unknown
  /** What is safe, in one sentence: "No letter was mailed. Your dispute is saved." */
  safe?: string
  onRetry?: () => void
  busy?: boolean
}

/** A failed action: the server's message, what is safe, and a way to try again. */
export const ErrorNote = ({ error, safe, onRetry, busy = false }: ErrorNoteProps) => {
  const { title, cause } = errorLines(error)
  return (
    <Note
      tone="red"
      role="alert"
      title={title}
      action={
        onRetry && (
          <Button size="small" busy={busy} onClick={onRetry}>
            Retry
          </Button>
        )
      }
    >
      {[cause, safe].filter(Boolean).join(' ')}
    </Note>
  )
}
