import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { UNDO_DAYS } from '../upload-rules.ts'
import { type Asked, type Report, useDeleting } from './row-acts.ts'

type Props = { asked: Asked; report: Report; onClose: () => void }

/** Asks before a document goes, or one earlier version of it. */
export const DeleteDialog = ({ asked: { document, alone }, report, onClose }: Props) => {
  const { run, busy } = useDeleting(document, report, onClose)
  // Once confirmed it cannot be called off, so the dialog does not look as if it could.
  const close = () => !busy && onClose()
  return (
    <Dialog
      title={alone ? 'Delete this version?' : 'Delete this document?'}
      onClose={close}
      buttons={
        <>
          <Button onClick={close}>Keep it</Button>
          <Button kind="danger" busy={busy} onClick={run}>
            {alone ? 'Delete version' : 'Delete document'}
          </Button>
        </>
      }
    >
      <div className="stack-s doc-asked">
        <p>
          <b>{document.documentName}</b>
          {(alone || document.version > 1) && `, ${alone ? `v${document.version}` : 'with all its versions'}`}
        </p>
        <p className="muted">
          {alone
            ? 'Its other versions stay.'
            : 'It will not be enclosed with new letters. Letters you already mailed do not change.'}{' '}
          You can bring it back for {UNDO_DAYS} days.
        </p>
      </div>
    </Dialog>
  )
}
