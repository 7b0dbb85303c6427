import { useAsk } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import type { Document } from '../contract.ts'
import { here, lastDayBack } from './document-words.ts'
import { type Report, useRestoring } from './row-acts.ts'

type Props = { report: Report; barred: string | null }

/** What was deleted and can still be brought back; nothing is shown when there is none. */
export const RecentlyDeleted = ({ report, barred }: Props) => {
  const { data, error, isFetching, refetch } = useAsk(client.documents.list, { deleted: 'true' })
  if (data === undefined)
    return error && <ErrorNote error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (data.data.length === 0) return null
  return (
    <details className="card flush doc-gone">
      <summary>
        <h2 className="h3">Recently deleted ({data.data.length})</h2>
        <Icon name="chev" />
      </summary>
      <ul>
        {data.data.map(document => (
          <Deleted key={document.id} document={document} report={report} barred={barred} />
        ))}
      </ul>
    </details>
  )
}

const Deleted = ({ document, report, barred }: Props & { document: Document }) => {
  const { run, busy } = useRestoring(document, report)
  const { documentName, version, deletedAt } = document
  return (
    <li>
      <span>
        <b>{documentName}</b>
        <small className="muted num">
          v{version}
          {deletedAt !== null && `, can be restored until ${lastDayBack(deletedAt, here())}`}
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
