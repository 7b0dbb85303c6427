import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ReportFilePicker } from './ReportFilePicker.tsx'
import type { ReportImport } from './use-report-import.ts'

/** Importing while a report is already shown. Closing it does not stop one. */
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
