import { useId, useState } from 'react'
import type { UserInfo } from '#features/identity/contract.ts'
import { deletionDate } from '#features/identity/deletion.ts'
import { dayIn, showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { type FieldErrors, type FormValues, useForm } from '#web/form.ts'
import { endSession } from '#web/session-storage.ts'
import { withThemePreserved } from '#web/theme.ts'
import * as buttonStyles from '#web/ui/Button.module.css'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { downloadBlob } from '#web/ui/download-blob.ts'
import { Field } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import * as accountStyles from './account.module.css'
import { ProfileCard } from './ProfileCard.tsx'
import { ConfirmItIsYou, useRecentLoginMutation } from './recent-login.tsx'

/** Exports the user's data and deletes the account. */
export const DataCard = ({ user: { deletionAt } }: { user: UserInfo }) => (
  <ProfileCard id="data" title="Your data">
    <ExportData />
    <hr className={accountStyles.rule} />
    {deletionAt === null ? (
      <DeleteAccount />
    ) : (
      <p className={textStyles.muted}>
        Your account will be deleted on {showDay(deletionAt, browserTimeZone)}.
      </p>
    )}
  </ProfileCard>
)

/** Saves all of the user’s data as one archive. */
const ExportData = () => {
  const { run, busy, error, reply, confirming } = useRecentLoginMutation(client.account.exportData, {
    onDone: archive => downloadBlob(archive, `fairfile-data-${dayIn(browserTimeZone, new Date())}.zip`),
  })
  return (
    <>
      <p className={textStyles.muted}>
        One file with your details, reports, disputes and letters, what you agreed to, and who opened your
        account. Keep it safe: anyone who has it can read it.
      </p>
      {error !== null && <ErrorNote error={error} />}
      {reply && !busy && (
        <Note tone="green" role="status">
          Your data was downloaded.
        </Note>
      )}
      <div>
        <Button icon="download" busy={busy} busyText="Collecting..." onClick={() => run()}>
          Export my data
        </Button>
      </div>
      {confirming && <ConfirmItIsYou {...confirming} />}
    </>
  )
}

const remove = withThemePreserved(client.account.remove)

/** Deletes the account in seven days, after explaining what that means and having the user type a word. */
const DeleteAccount = () => {
  const [asking, setAsking] = useState(false)
  const { run, busy, error, reset, confirming } = useRecentLoginMutation(remove, {
    onDone: ({ deletionAt }) =>
      endSession(
        `Your account will be deleted on ${showDay(deletionAt, browserTimeZone)}. You can keep it until then`,
      ),
  })
  return (
    <>
      <p className={textStyles.muted}>We delete your account and data 7 days after you ask.</p>
      <div>
        <Button
          icon="trash"
          className={buttonStyles.quietDanger}
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

const checkWord = ({ confirmation = '' }: FormValues): FieldErrors =>
  confirmation.trim() === 'DELETE' ? {} : { confirmation: 'Type DELETE in capital letters' }

type AskDeletionProps = { busy: boolean; error: unknown; onDelete: () => void; onClose: () => void }

const AskDeletion = ({ busy, error, onDelete, onClose }: AskDeletionProps) => {
  const formId = useId()
  const form = useForm(checkWord, () => onDelete())
  const [day] = useState(() => showDay(deletionDate(new Date()).toISOString(), browserTimeZone))
  return (
    <ConfirmDialog
      title="Delete your account?"
      confirmLabel="Delete my account"
      variant="danger"
      busy={busy}
      busyText="Deleting..."
      form={formId}
      onClose={onClose}
    >
      <div className={layoutStyles.stackSmall}>
        <ul className={`${accountStyles.bullets} ${textStyles.muted}`}>
          <li>You are signed out everywhere now.</li>
          <li>Until {day} you can sign in and keep your account. After that nobody can bring it back.</li>
          <li>Your details, reports, disputes and letters are then deleted.</li>
          <li>A log of what was done stays for up to seven years, without your name.</li>
          <li>Letters that are mailed stay mailed, and the bureaus keep their own files.</li>
        </ul>
        {error !== null && <ErrorNote error={error} safe="Your account was not deleted." />}
        <form id={formId} {...form.formProps}>
          <Field
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
