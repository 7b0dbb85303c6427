import { useState } from 'react'
import { splitFormError } from '#features/identity/web/form-checks.ts'
import { showInstant } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client as server } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import { CursorPages } from '#web/ui/CursorPages.tsx'
import { Field } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import * as styles from './client.module.css'

/** What staff wrote down about the client, the newest first, a page at a time. */
export const NotesCard = ({ clientId }: { clientId: string }) => {
  /** The last note of each page before this one. */
  const [pages, setPages] = useState<readonly string[]>([])
  const before = pages.at(-1)
  const { data, error, isFetching, isPlaceholderData, refetch } = useApiQuery(
    server.clients.notes,
    { clientId, ...(before === undefined ? {} : { before }) },
    { keepPrevious: true },
  )
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="notes">
      <h2 className={textStyles.heading3} id="notes">
        Notes
      </h2>
      <AddNote clientId={clientId} onAdded={() => setPages([])} />
      {error && <ErrorNote error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <p className={textStyles.muted}>No notes yet.</p>}
      {data && data.data.length > 0 && (
        <ul className={styles.list} aria-busy={isPlaceholderData || undefined}>
          {data.data.map(({ id, text, author, shared, createdAt }) => (
            <li key={id}>
              <p className={`${textStyles.muted} ${layoutStyles.row}`}>
                <span>
                  {author}, {showInstant(createdAt, browserTimeZone)}
                </span>
                {shared && (
                  <Pill tone="blue" icon="eye">
                    Client reads this
                  </Pill>
                )}
              </p>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ul>
      )}
      <CursorPages
        what="notes"
        before={pages}
        next={data?.next ?? null}
        busy={isPlaceholderData}
        onTurn={setPages}
        className={layoutStyles.row}
        words={{ back: 'Newer', on: 'Older' }}
      />
    </section>
  )
}

const AddNote = ({ clientId, onAdded }: { clientId: string; onAdded: () => void }) => {
  const [text, setText] = useState('')
  const [shared, setShared] = useState(false)
  const [missing, setMissing] = useState(false)
  const add = useApiMutation(server.clients.addNote, {
    refreshes: [server.clients.notes],
    onDone: () => {
      setText('')
      setShared(false)
      onAdded()
    },
  })
  const { refused, otherError } = splitFormError(add.error)
  return (
    <form
      className={layoutStyles.stackSmall}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        setMissing(text.trim() === '')
        if (text.trim() !== '') add.mutate({ clientId, text, shared })
      }}
    >
      {otherError && <ErrorNote error={otherError} safe="The note was not added." />}
      <Field
        id="note"
        label="New note"
        error={missing && text.trim() === '' ? 'Write something' : refused.text}
        control={wiring => (
          <textarea
            {...wiring}
            rows={3}
            maxLength={2_000}
            value={text}
            onChange={event => setText(event.target.value)}
          />
        )}
      />
      <Choice
        type="checkbox"
        title="The client reads this"
        hint="Shown under Profile with your name and the day. The client’s export has every note."
        checked={shared}
        onChange={event => setShared(event.target.checked)}
      />
      <div>
        <Button type="submit" busy={add.isPending}>
          Add note
        </Button>
      </div>
    </form>
  )
}
