import type { Bureau } from '#values/bureau.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { reportQueries } from './use-report-import.ts'

type RemovalDialogProps = {
  reportId: string
  fileName: string | null
  /** The file's bureaus within the plan. */
  bureaus: readonly Bureau[]
  /** A single bureau to remove. */
  only?: Bureau
  onRemoved?: () => void
  onClose: () => void
}

/** Asks before a file is removed, and shows what is lost and what stays. */
export const RemovalDialog = ({
  reportId,
  fileName,
  bureaus,
  only,
  onRemoved,
  onClose,
}: RemovalDialogProps) => {
  const removal = useApiMutation(client.reports.remove, {
    refreshes: reportQueries,
    onDone: () => {
      onClose()
      onRemoved?.()
    },
  })
  const remove = (bureau?: Bureau) =>
    removal.mutate({ reportId, ...(bureau === undefined ? {} : { bureau }) })
  const name = fileName ?? 'this file'
  const isSeveral = bureaus.length > 1
  return (
    <Dialog
      title="Remove an imported file?"
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {isSeveral && only !== undefined && (
            <Button busy={removal.isPending} onClick={() => remove(only)}>
              Remove {only} only
            </Button>
          )}
          <Button variant="danger" busy={removal.isPending} onClick={() => remove()}>
            {isSeveral ? 'Remove the whole file' : 'Remove'}
          </Button>
        </>
      }
    >
      <div className={layoutStyles.stackSmall}>
        <p>
          Removing {name} removes everything that it says from your report and its history, for every bureau
          in it, even those that your plan does not show, and the alerts that came from it. An earlier file of
          the same bureau is shown again if you have one.
        </p>
        <p>
          Your disputes and letters stay unchanged, and you can still mail the letters and record their
          answers. If you disputed something because of a wrong file, do not mail that letter.
        </p>
        <p>This can’t be undone, but you can import the file again.</p>
        {removal.error && <ErrorNote error={removal.error} safe="Nothing was removed." />}
      </div>
    </Dialog>
  )
}
