import { showBytes } from '#values/bytes.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { FilePicker } from '#web/ui/FilePicker.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { type InventoryUpdate, maxListBytes } from './use-take-over.ts'

/** Fetches the supplier's list, or takes it as a file, and says what became of it. */
export const InventoryUpdateCard = ({ work }: { work: InventoryUpdate }) => {
  const { syncing, sync, syncError, sent, problem, upload, synced } = work
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="take-over">
      <div>
        <h2 id="take-over">Bring the list up to date</h2>
        <p className={textStyles.muted}>
          Lines missing from the new list are removed. The supplier’s own list comes every morning.
        </p>
      </div>
      {syncError && (
        <ErrorNote
          error={syncError}
          safe={syncError.code === 'unavailable' ? 'Nothing was changed.' : undefined}
        />
      )}
      {synced && (
        <Note tone="green" role="status" title="The list was updated.">
          {`${synced.added} added, ${synced.updated} updated, ${synced.removed} removed, ${synced.refused} refused.`}
        </Note>
      )}
      <Button
        variant="primary"
        size="big"
        block
        icon="refresh"
        busy={syncing}
        busyText="Syncing..."
        disabled={sent !== null}
        onClick={sync}
      >
        Sync from the supplier
      </Button>
      <FilePicker
        label="Upload a file"
        hint={`The supplier’s list as CSV or JSON, up to ${showBytes(maxListBytes)}.`}
        accept=".csv,.json"
        prompt="Choose a list"
        retryPrompt="Choose another list"
        formats=".csv or .json"
        problem={problem}
        progress={sent}
        processingText="Reading the list..."
        disabled={syncing}
        onFile={upload}
      />
    </section>
  )
}
