import { dayIn } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { downloadBlob } from '#web/ui/download-blob.ts'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { ConfirmItIsYou } from './ConfirmItIsYou.tsx'
import { useRecentLoginMutation } from './recent-login.tsx'

/** Saves everything held about the person as one archive. */
export const ExportData = () => {
  const { run, busy, error, reply, confirming } = useRecentLoginMutation(client.account.exportData, {
    onDone: archive => downloadBlob(archive, `fairfile-data-${dayIn(browserTimeZone, new Date())}.zip`),
  })
  return (
    <>
      <p className="muted">
        One file with your details, reports, disputes and letters, what you agreed to, and who opened your
        account. Keep it safe: whoever has it can read it.
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
