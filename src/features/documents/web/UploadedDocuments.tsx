import { useEffect, useRef, useState } from 'react'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { usePermission } from '#web/impersonation.ts'
import cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { DocumentTable } from './DocumentTable.tsx'
import documentsStyles from './documents.module.css'
import { OutcomeNote } from './OutcomeNote.tsx'
import { RecentlyDeleted } from './RecentlyDeleted.tsx'
import type { DeleteRequest, Outcome } from './row-acts.ts'

/** The list with its states: loading, failed, empty, full. An old list stays while a new one is fetched. */
export const UploadedDocuments = () => {
  const { data, error, isFetching, refetch } = useApiQuery(client.documents.list)
  const barred = usePermission('never')
  const [outcome, report] = useState<Outcome | null>(null)
  const [asked, askToDelete] = useState<DeleteRequest | null>(null)
  const said = useRef<HTMLDivElement>(null)

  // The button that was pressed may be gone with its row.
  useEffect(() => {
    if (outcome !== null && document.activeElement === document.body) said.current?.focus()
  }, [outcome])

  const retry = () => void refetch()
  if (data === undefined && error !== null)
    return <ErrorCard error={error} onRetry={retry} busy={isFetching} />
  const all = data?.data
  return (
    <div className={layoutStyles.stack}>
      {error !== null && <ErrorNote error={error} onRetry={retry} busy={isFetching} />}
      {outcome !== null && (
        <div className={documentsStyles.outcome} ref={said} tabIndex={-1}>
          <OutcomeNote outcome={outcome} report={report} />
        </div>
      )}
      <section
        className={`${cardStyles.card} ${cardStyles.flush}`}
        aria-labelledby="uploaded"
        aria-busy={all === undefined}
      >
        <header>
          <h2 id="uploaded">
            {all === undefined ? 'Uploaded Documents' : `Uploaded Documents (${all.length})`}
          </h2>
          {barred !== null && <p id="no-deleting">You cannot delete or restore here. {barred}</p>}
        </header>
        {all === undefined && <Waiting />}
        {all?.length === 0 && (
          <EmptyState icon="folder" title="No documents uploaded yet.">
            Start with your driver's license or a utility bill.
          </EmptyState>
        )}
        {all !== undefined && all.length > 0 && (
          <DocumentTable documents={all} acts={{ report, askToDelete, barred }} />
        )}
      </section>
      {data !== undefined && data.deleted.length > 0 && (
        <RecentlyDeleted documents={data.deleted} report={report} barred={barred} />
      )}
      {asked !== null && <DeleteDialog asked={asked} report={report} onClose={() => askToDelete(null)} />}
    </div>
  )
}

const Waiting = () => (
  <Loading what="documents" className={documentsStyles.waiting} showText>
    <Skeleton height="2.25rem" />
    <Skeleton height="2.25rem" />
    <Skeleton height="2.25rem" />
  </Loading>
)
