import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import type { IconName } from './Icon.tsx'

type ConfirmDialogProps = {
  title: string
  /** What will happen, in one or two lines. */
  children: ReactNode
  /** The words of the button that does it, and those of the one that does not. */
  confirmLabel: string
  cancelLabel?: string
  variant?: 'primary' | 'danger'
  icon?: IconName
  /** The act is under way. It cannot be called off, so the dialog does not look as if it could. */
  busy?: boolean
  busyText?: string
  onClose: () => void
  wide?: boolean
  /** Sending the form with this id is the act, in place of `onAct`. */
  form?: string
  onConfirm?: () => void
}

/** Asks before something is done: what will happen, the way out first, then the act. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const {
    confirmLabel,
    cancelLabel = 'Cancel',
    variant = 'primary',
    icon,
    busy = false,
    busyText,
    form,
    onConfirm,
  } = props
  const { title, children, wide, onClose } = props
  const close = () => !busy && onClose()
  return (
    <Dialog
      title={title}
      wide={wide}
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
    >
      {children}
    </Dialog>
  )
}
