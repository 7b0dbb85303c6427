import { useId, useState } from 'react'
import { dueAt } from '#features/identity/deletion.ts'
import { showDay } from '#values/dates.ts'
import { client } from '#web/client.ts'
import { type Sentences, useForm, type Values } from '#web/form.ts'
import { here } from '#web/here.ts'
import { endSession } from '#web/markers.ts'
import { keepingThemeIn } from '#web/theme.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { ConfirmItIsYou } from './ConfirmItIsYou.tsx'
import { useFreshAct } from './use-fresh-act.ts'

const remove = keepingThemeIn(client.account.remove)

/** Deletes the account in seven days, after saying what that means and having a word typed. */
export const DeleteAccount = () => {
  const [asking, setAsking] = useState(false)
  const { run, busy, error, reset, confirming } = useFreshAct(remove, {
    onDone: ({ deletionAt }) =>
      endSession(`Your account will be deleted on ${showDay(deletionAt, here)}. You can keep it until then`),
  })
  return (
    <>
      <p className="muted">Deleting ends your account and everything in it, seven days after you ask.</p>
      <div>
        <Button
          icon="trash"
          className="danger-q"
          onClick={() => {
            reset()
            setAsking(true)
          }}
        >
          Delete my account
        </Button>
      </div>
      {asking && <AskDeletion busy={busy} error={error} onDelete={run} onClose={() => setAsking(false)} />}
      {confirming && <ConfirmItIsYou {...confirming} />}
    </>
  )
}

const checkWord = ({ confirmation = '' }: Values): Sentences =>
  confirmation.trim() === 'DELETE' ? {} : { confirmation: 'Type DELETE in capital letters' }

type AskDeletionProps = { busy: boolean; error: unknown; onDelete: () => void; onClose: () => void }

const AskDeletion = ({ busy, error, onDelete, onClose }: AskDeletionProps) => {
  const formId = useId()
  const form = useForm(checkWord, () => onDelete())
  const [day] = useState(() => showDay(dueAt(new Date()).toISOString(), here))
  return (
    <ConfirmDialog
      title="Delete your account?"
      act="Delete my account"
      kind="danger"
      busy={busy}
      busyText="Deleting..."
      form={formId}
      onClose={onClose}
    >
      <div className="stack-s">
        <ul className="pf-bullets muted">
          <li>You are signed out everywhere now.</li>
          <li>Until {day} you can sign in and keep your account. After that nobody can bring it back.</li>
          <li>Your details, reports, disputes and letters are then deleted.</li>
          <li>A log of what was done stays for up to seven years, without your name.</li>
          <li>Letters that are mailed stay mailed, and the bureaus keep their own files.</li>
        </ul>
        {error !== null && <ErrorNote error={error} safe="Your account was not deleted." />}
        <form id={formId} {...form.wiring}>
          <Field
            id="confirmation"
            name="confirmation"
            label="Type DELETE to confirm"
            error={form.errors.confirmation}
            type="text"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            required
          />
        </form>
      </div>
    </ConfirmDialog>
  )
}
