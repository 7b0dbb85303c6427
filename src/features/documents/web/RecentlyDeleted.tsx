import { browserTimeZone } from '#web/browser-time-zone.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { Document } from '../contract.ts'
import { showUndoDeadline } from './document-words.ts'
import { type ReportOutcome, useRestore } from './row-acts.ts'

type Props = { documents: readonly Document[]; report: ReportOutcome; barred: string | null }

/** What was deleted and can still be brought back. */
export const RecentlyDeleted = ({ documents, report, barred }: Props) => (
  <details className="card flush doc-gone">
    <summary>
      <h2 className="h3">Recently deleted ({documents.length})</h2>
      <Icon name="chev" />
    </summary>
    <ul>
      {documents.map(document => (
        <Deleted key={document.id} document={document} report={report} barred={barred} />
      ))}
    </ul>
  </details>
)

const Deleted = ({ document, report, barred }: Omit<Props, 'documents'> & { document: Document }) => {
  const { run, busy } = useRestore(document, report)
  const { documentName, version, deletedAt } = document
  return (
    <li>
      <span>
        <b>{documentName}</b>
        <small className="muted num">
          v{version}
          {deletedAt !== null && `, can be restored until ${showUndoDeadline(deletedAt, browserTimeZone)}`}
        </small>
      </span>
      <Button
        size="small"
        busy={busy}
        disabled={barred !== null}
        onClick={run}
        aria-label={`Restore ${documentName}, v${version}`}
        aria-describedby={barred === null ? undefined : 'no-deleting'}
      >
        Restore
      </Button>
    </li>
  )
}
