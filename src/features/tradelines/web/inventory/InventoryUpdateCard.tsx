import { useRef, useState } from 'react'
import { showBytes } from '#values/bytes.ts'
import { errorMessage } from '#web/api-error.ts'
import { useApiMutation, useInvalidate } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { FilePicker } from '#web/ui/FilePicker.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'

/** The limit of the endpoint, shown before a file is chosen. */
const maxListBytes = 2 * 1024 * 1024

/** Imports a list, one at a time, and keeps only the last result. */
export const useInventoryUpdate = () => {
  const [share, setShare] = useState(0)
  const [tooLarge, setTooLarge] = useState<string | null>(null)
  const refresh = useInvalidate()
  const refreshes = [client.tradelines.staffInventory]
  const sync = useApiMutation(client.tradelines.sync, { refreshes })
  const upload = useApiMutation(client.tradelines.syncFile, { refreshes })
  // State would be too late: a second click may happen before the next render.
  const isRunning = useRef(false)
  const after = {
    // After a lost response the list may have been imported.
    onError: () => void refresh(refreshes),
    onSettled: () => {
      isRunning.current = false
    },
  }
  const reset = () => {
    sync.reset()
    upload.reset()
    setTooLarge(null)
  }
  const start = (act: () => void) => {
    isRunning.current = true
    reset()
    act()
  }
  return {
    syncing: sync.isPending,
    sync: () => {
      if (!isRunning.current) start(() => sync.mutate(undefined, after))
    },
    syncError: sync.error,
    /** Upload progress from 0 to 1; null while nothing is uploading. */
    sent: upload.isPending ? share : null,
    problem: tooLarge ?? (upload.error && errorMessage(upload.error)),
    upload: (file: File) => {
      if (isRunning.current) return
      if (file.size <= maxListBytes) {
        setShare(0)
        start(() => upload.mutate({ file, onProgress: setShare }, after))
        return
      }
      reset()
      setTooLarge(
        `${file.name} is ${showBytes(file.size)}. A list may have at most ${showBytes(maxListBytes)}.`,
      )
    },
    /** The result of the last import. */
    synced: sync.data ?? upload.data ?? null,
  }
}

/** Imports the supplier's list from its address or as a file, and shows the result. */
export const InventoryUpdateCard = ({ work }: { work: ReturnType<typeof useInventoryUpdate> }) => {
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
