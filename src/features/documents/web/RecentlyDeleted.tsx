import { browserTimeZone } from '#web/browser-time-zone.ts'
import { Button } from '#web/ui/Button.tsx'
import cardStyles from '#web/ui/Card.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import textStyles from '#web/ui/text.module.css'
import type { Document } from '../contract.ts'
import { showUndoDeadline } from './document-words.ts'
import documentsStyles from './documents.module.css'
import { type ReportOutcome, useRestore } from './row-acts.ts'

type Props = { documents: readonly Document[]; report: ReportOutcome; barred: string | null }

/** What was deleted and can still be brought back. */
export const RecentlyDeleted = ({ documents, report, barred }: Props) => (
  <details className={`${cardStyles.card} ${cardStyles.flush} ${documentsStyles.deleted}`}>
    <summary>
      <h2 className={textStyles.heading3}>Recently deleted ({documents.length})</h2>
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
        <small className={`${textStyles.muted} ${textStyles.number}`}>
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
