import { showDate } from '#values/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ReportFilePicker } from './ReportFilePicker.tsx'
import type { ReportImport } from './use-report-import.ts'

/** Imports another report, or the file that replaces a part. Closing the dialog does not stop an import. */
export const ImportDialog = ({ work }: { work: ReportImport }) => {
  const { choosing } = work
  const close = () => work.setChoosing(false)
  const replaced = typeof choosing === 'object' ? choosing : null
  const date = showDate(replaced?.reportDate ?? null)
  return (
    <Dialog
      title={replaced === null ? 'Import a report' : `Replace the ${replaced.bureau} file`}
      onClose={close}
      buttons={<Button onClick={close}>{work.progress === null ? 'Cancel' : 'Close'}</Button>}
    >
      {replaced !== null && (
        <p>
          The {replaced.bureau} part of a file takes the place of this one{date !== null && `, of ${date}`}.
          We ask before an older one does.
        </p>
      )}
      <ReportFilePicker work={work} />
    </Dialog>
  )
}
