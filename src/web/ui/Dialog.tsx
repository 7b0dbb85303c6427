import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import * as styles from './Dialog.module.css'
import type { IconName } from './Icon.tsx'
import * as textStyles from './text.module.css'

type DialogProps = {
  title: string
  /** What will happen, in one or two lines. */
  children: ReactNode
  /** Cancel first, so that it has the focus. */
  buttons: ReactNode
  /** Escape or a click outside. Leave the dialog out of the tree to close it. */
  onClose: () => void
  wide?: boolean
}

/** A modal dialog. Traps the focus and returns it to the opener, or to the main part if the opener is gone. */
export const Dialog = ({ title, children, buttons, onClose, wide = false }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressed = useRef<EventTarget | null>(null)
  const id = useId()
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // In a low window, focusing a first control far below the title would scroll the title out of sight.
    if (shown !== null && shown.scrollTop > 0) {
      shown.querySelector<HTMLElement>('footer button')?.focus({ preventScroll: true })
      shown.scrollTop = 0
    }
    return () => {
      shown?.close()
      const { activeElement } = document
      if (activeElement === document.body || shown?.contains(activeElement))
        document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={event => {
        pressed.current = event.target
      }}
      onClick={event => {
        // Selecting text from inside to outside also ends outside, and so does a double click that opened the dialog.
        const isOutside = event.target === event.currentTarget && pressed.current === event.currentTarget
        if (isOutside && event.detail < 2) onClose()
      }}
    >
      <div className={styles.panel}>
        <h2 id={`${id}-title`}>{title}</h2>
        {typeof children === 'string' ? (
          <p id={`${id}-text`} className={textStyles.muted}>
            {children}
          </p>
        ) : (
          <div id={`${id}-text`}>{children}</div>
        )}
        <footer>{buttons}</footer>
      </div>
    </dialog>
  )
}

type ConfirmDialogProps = Omit<DialogProps, 'buttons'> & {
  confirmLabel: string
  cancelLabel?: string
  variant?: 'primary' | 'danger'
  icon?: IconName
  /** The action cannot be cancelled, so the dialog cannot be closed meanwhile. */
  busy?: boolean
  busyText?: string
  /** Confirming submits the form with this id instead of calling `onConfirm`. */
  form?: string
  onConfirm?: () => void
}

/** Asks before an action: what will happen, Cancel, then the action. */
export const ConfirmDialog = ({
  confirmLabel,
  cancelLabel = 'Cancel',
  variant = 'primary',
  icon,
  busy = false,
  busyText,
  form,
  onConfirm,
  onClose,
  ...dialog
}: ConfirmDialogProps) => {
  const close = () => !busy && onClose()
  return (
    <Dialog
      {...dialog}
      onClose={close}
      buttons={
        <>
          <Button onClick={close}>{cancelLabel}</Button>
          <Button
            type={form === undefined ? 'button' : 'submit'}
            form={form}
            variant={variant}
            icon={icon}
            busy={busy}
            busyText={busyText}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    />
  )
}
