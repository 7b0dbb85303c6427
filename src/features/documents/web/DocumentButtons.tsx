import buttonStyles from '#web/ui/Button.module.css'
import { Button } from '#web/ui/Button.tsx'
import responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import type { Document } from '../contract.ts'
import documentsStyles from './documents.module.css'
import { type RowActions, useDownload } from './row-acts.ts'

type Props = {
  document: Document
  /** What the buttons call it: a row or a line has several. */
  name: string
  acts: RowActions
  onDelete: () => void
}

/** Download and Delete of one version: drawings in a wide row, words in a folded one. */
export const DocumentButtons = ({ document, name, acts: { report, barred }, onDelete }: Props) => {
  const { run, busy } = useDownload(document, report)
  return (
    <div className={`${responsiveTableStyles.actions} ${responsiveTableStyles.atEnd}`}>
      <Button
        variant="quiet"
        size="small"
        icon="download"
        className={`${buttonStyles.iconOnly} ${documentsStyles.button}`}
        busy={busy}
        onClick={run}
        aria-label={`Download ${name}`}
      >
        <span className={documentsStyles.phoneOnly}>Download</span>
      </Button>
      <Button
        variant="quiet"
        size="small"
        icon="trash"
        className={`${buttonStyles.iconOnly} ${documentsStyles.button} ${buttonStyles.quietDanger}`}
        disabled={barred !== null}
        onClick={onDelete}
        aria-label={`Delete ${name}`}
        aria-describedby={barred === null ? undefined : 'no-deleting'}
      >
        <span className={documentsStyles.phoneOnly}>Delete</span>
      </Button>
    </div>
  )
}
