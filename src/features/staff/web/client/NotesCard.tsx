import { useState } from 'react'
import { splitFormError } from '#features/identity/web/form-checks.ts'
import { showInstant } from '#values/dates.ts'
import type { ApiError } from '#web/api-error.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client as server } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import { CursorPages, useCursorPages } from '#web/ui/CursorPages.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { TextAreaField } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { ClientNote } from '../../client-contract.ts'
import * as styles from './client.module.css'

/** Notes of staff about the client, newest first, in pages. */
export const NotesCard = ({ clientId }: { clientId: string }) => {
  const { cursor: before, heading, toFirst, turning } = useCursorPages()
  const { data, error, isFetching, isPlaceholderData, refetch } = useApiQuery(
    server.clients.notes,
    { clientId, ...(before === undefined ? {} : { before }) },
    { keepPrevious: true },
  )
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="notes">
      <h2 className={textStyles.heading3} id="notes" tabIndex={-1} ref={heading}>
        Notes
      </h2>
      <AddNote clientId={clientId} onAdded={toFirst} />
      {error && <ErrorNote error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <p className={textStyles.muted}>No notes yet.</p>}
      {data && data.data.length > 0 && (
        <ul className={styles.list} aria-busy={isPlaceholderData || undefined}>
          {data.data.map(note => (
            <NoteItem key={note.id} clientId={clientId} note={note} />
          ))}
        </ul>
      )}
      <CursorPages
        what="notes"
        {...turning}
        next={data?.next ?? null}
        busy={isPlaceholderData}
        className={layoutStyles.row}
        words={{ back: 'Newer', on: 'Older' }}
      />
    </section>
  )
}

const NoteItem = ({ clientId, note }: { clientId: string; note: ClientNote }) => {
  const { text, author, shared, createdAt, editedAt, earlier, mine } = note
  const [isEditing, setIsEditing] = useState(false)
  const at = showInstant(createdAt, browserTimeZone)
  return (
    <li>
      <div className={`${layoutStyles.row} ${layoutStyles.spread} ${layoutStyles.noWrap}`}>
        <p className={`${textStyles.muted} ${layoutStyles.row}`}>
          <span>
            {author}, {at}
            {editedAt !== null && `, edited ${showInstant(editedAt, browserTimeZone)}`}
          </span>
          {shared && (
            <Pill tone="blue" icon="eye">
              Client reads this
            </Pill>
          )}
        </p>
        {mine && !isEditing && (
          <Button size="small" aria-label={`Edit the note of ${at}`} onClick={() => setIsEditing(true)}>
            Edit
          </Button>
        )}
      </div>
      {isEditing ? (
        <EditNote clientId={clientId} note={note} onEnd={() => setIsEditing(false)} />
      ) : (
        <p className={styles.text}>{text}</p>
      )}
      {earlier.length > 0 && (
        <Disclosure summary={`What the note of ${at} said before`}>
          <ul className={styles.list}>
            {earlier.map(({ text: before, until }) => (
              <li key={until}>
                <p className={textStyles.muted}>Until {showInstant(until, browserTimeZone)}</p>
                <p className={styles.text}>{before}</p>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </li>
  )
}

const EditNote = ({ clientId, note, onEnd }: { clientId: string; note: ClientNote; onEnd: () => void }) => {
  const change = useApiMutation(server.clients.changeNote, {
    refreshes: [server.clients.notes],
    onDone: onEnd,
  })
  return (
    <NoteForm
      id={`note-${note.id}`}
      label="Text of the note"
      first={note}
      button="Save note"
      safe="The note was not changed."
      busy={change.isPending}
      error={change.error}
      onSend={typed => change.mutate({ clientId, noteId: note.id, ...typed })}
      onCancel={onEnd}
    />
  )
}

const AddNote = ({ clientId, onAdded }: { clientId: string; onAdded: () => void }) => {
  /** How many were added, so that the form resets. */
  const [count, setCount] = useState(0)
  const add = useApiMutation(server.clients.addNote, {
    refreshes: [server.clients.notes],
    onDone: () => {
      setCount(count + 1)
      onAdded()
    },
  })
  return (
    <NoteForm
      key={count}
      id="note"
      label="New note"
      first={{ text: '', shared: false }}
      button="Add note"
      safe="The note was not added."
      busy={add.isPending}
      error={add.error}
      onSend={typed => add.mutate({ clientId, ...typed })}
    />
  )
}

type NoteText = Pick<ClientNote, 'text' | 'shared'>
type NoteFormProps = {
  id: string
  label: string
  first: NoteText
  button: string
  /** Shown with an error. */
  safe: string
  busy: boolean
  error: ApiError | null
  onSend: (typed: NoteText) => void
  onCancel?: () => void
}

const NoteForm = ({ id, label, first, button, safe, busy, error, onSend, onCancel }: NoteFormProps) => {
  const [text, setText] = useState(first.text)
  const [shared, setShared] = useState(first.shared)
  const [missing, setMissing] = useState(false)
  const { refused, otherError } = splitFormError(error)
  return (
    <form
      className={layoutStyles.stackSmall}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        setMissing(text.trim() === '')
        if (text.trim() !== '') onSend({ text, shared })
      }}
    >
      {otherError && <ErrorNote error={otherError} safe={safe} />}
      <TextAreaField
        id={id}
        label={label}
        error={missing && text.trim() === '' ? 'Write something' : refused.text}
        rows={3}
        maxLength={2_000}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <Choice
        type="checkbox"
        title="The client reads this"
        hint="Shown under Profile with your name and the day. The client’s export has every note and what it said before."
        checked={shared}
        onChange={event => setShared(event.target.checked)}
      />
      <div className={layoutStyles.row}>
        <Button type="submit" busy={busy}>
          {button}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  )
}
