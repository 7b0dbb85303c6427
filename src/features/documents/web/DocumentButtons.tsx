import { Button } from '#web/ui/Button.tsx'
import type { Document } from '../contract.ts'
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
    <div className="acts e">
      <Button
        variant="quiet"
        size="small"
        icon="download"
        className="icon"
        busy={busy}
        onClick={run}
        aria-label={`Download ${name}`}
      >
        <span className="m-only">Download</span>
      </Button>
      <Button
        variant="quiet"
        size="small"
        icon="trash"
        className="icon danger-q"
        disabled={barred !== null}
        onClick={onDelete}
        aria-label={`Delete ${name}`}
        aria-describedby={barred === null ? undefined : 'no-deleting'}
      >
        <span className="m-only">Delete</span>
      </Button>
    </div>
  )
}
