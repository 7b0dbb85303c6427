import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ReportFilePicker } from './ReportFilePicker.tsx'
import type { ReportImport } from './use-report-import.ts'

/** Imports another report. Closing the dialog does not stop an import. */
export const ImportDialog = ({ work }: { work: ReportImport }) => {
  const close = () => work.setChoosing(false)
  return (
    <Dialog
      title="Import a report"
      onClose={close}
      buttons={<Button onClick={close}>{work.progress === null ? 'Cancel' : 'Close'}</Button>}
    >
      <ReportFilePicker work={work} />
    </Dialog>
  )
}
