import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'

type ContactPartProps = {
  id: string
  name: string
  value: ReactNode
  /** Stands beside the value. */
  mark?: ReactNode
  /** What the change came to, in words. */
  said: string | null
  /** Only the owner may change it, and this is somebody else. */
  barred: boolean
  editing: boolean
  onEdit: () => void
  onCancel: () => void
  form: ReactNode
  /** Stands below while nothing is being changed. */
  more?: ReactNode
}

/** One contact detail: what it is, and the form that changes it, which opens below it. */
export const ContactPart = (props: ContactPartProps) => {
  const { id, name, value, mark, said, barred, editing, onEdit, onCancel, form, more } = props
  const wasEditing = useRef(editing)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Into the form that opened; back to the button that opened it when the form is gone, and the focus with it.
    if (editing) place.current?.querySelector<HTMLElement>('input, select')?.focus()
    else if (wasEditing.current) document.getElementById(`${id}-change`)?.focus()
    wasEditing.current = editing
  }, [editing, id])
  return (
    <div className="pf-part">
      <div className="pf-line">
        <div>
          <h3 className="pf-name">{name}</h3>
          <p className="row pf-value">
            <b>{value}</b>
            {mark}
          </p>
        </div>
        {!barred && (
          <Button
            id={`${id}-change`}
            size="small"
            aria-expanded={editing}
            aria-label={editing ? `Cancel changing ${name.toLowerCase()}` : `Change ${name.toLowerCase()}`}
            onClick={editing ? onCancel : onEdit}
          >
            {editing ? 'Cancel' : 'Change'}
          </Button>
        )}
      </div>
      {editing && (
        <div className="pf-form" ref={place}>
          {form}
        </div>
      )}
      {said !== null && (
        <Note tone="green" role="status">
          {said}
        </Note>
      )}
      {!editing && more}
    </div>
  )
}
