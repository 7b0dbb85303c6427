import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import textStyles from '#web/ui/text.module.css'
import { UNDO_DAYS } from '../upload-rules.ts'
import documentsStyles from './documents.module.css'
import { type DeleteRequest, type ReportOutcome, useDelete } from './row-acts.ts'

type Props = { asked: DeleteRequest; report: ReportOutcome; onClose: () => void }

/** Asks before a document goes, or one earlier version of it. */
export const DeleteDialog = ({ asked: { document, alone }, report, onClose }: Props) => {
  const { run, busy } = useDelete(document, report, onClose)
  return (
    <ConfirmDialog
      title={alone ? 'Delete this version?' : 'Delete this document?'}
      confirmLabel={alone ? 'Delete version' : 'Delete document'}
      cancelLabel="Keep it"
      variant="danger"
      busy={busy}
      onConfirm={run}
      onClose={onClose}
    >
      <div className={`${layoutStyles.stackSmall} ${documentsStyles.question}`}>
        <p>
          <b>{document.documentName}</b>
          {(alone || document.version > 1) && `, ${alone ? `v${document.version}` : 'with all its versions'}`}
        </p>
        <p className={textStyles.muted}>
          {alone
            ? 'Its other versions stay.'
            : 'It will not be enclosed with new letters. Letters you already mailed do not change.'}{' '}
          You can bring it back for {UNDO_DAYS} days.
        </p>
      </div>
    </ConfirmDialog>
  )
}
