import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { UNDO_DAYS } from '../upload-rules.ts'
import { type Asked, type Report, useDeleting } from './row-acts.ts'

type Props = { asked: Asked; report: Report; onClose: () => void }

/** Asks before a document goes, or one earlier version of it. */
export const DeleteDialog = ({ asked: { document, alone }, report, onClose }: Props) => {
  const { run, busy } = useDeleting(document, report, onClose)
  return (
    <ConfirmDialog
      title={alone ? 'Delete this version?' : 'Delete this document?'}
      act={alone ? 'Delete version' : 'Delete document'}
      cancel="Keep it"
      kind="danger"
      busy={busy}
      onAct={run}
      onClose={onClose}
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
    </ConfirmDialog>
  )
}
