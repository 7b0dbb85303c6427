import { type ReactNode, useEffect, useRef, useState } from 'react'
import { retention } from '#api/retention.ts'
import { usePermission } from '#features/identity/web/session.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Document } from '../contract.ts'
import { DocumentTable } from './DocumentTable.tsx'
import {
  type DeleteRequest,
  type Outcome,
  type ReportOutcome,
  useDelete,
  useRestore,
} from './document-actions.ts'
import { showUndoDeadline } from './document-words.ts'
import * as documentsStyles from './documents.module.css'
import { UploadCard } from './UploadCard.tsx'
import { useUpload } from './use-upload.ts'

/**
 * The Documents section: the upload form next to the list. The result of an action is shown until the next one. `signed`:
 * papers that the user signed, provided by a higher feature.
 */
export const DocumentsScreen = ({ signed = null }: { signed?: ReactNode }) => {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const upload = useUpload(() => setOutcome(null))
  const report = (next: Outcome) => {
    upload.clear()
    setOutcome(next)
  }
  return (
    <div className={layoutStyles.asideLeft}>
      <UploadCard upload={upload} />
      <div className={layoutStyles.stack}>
        {signed}
        <UploadedDocuments outcome={outcome} report={report} />
      </div>
    </div>
  )
}

type ListProps = { outcome: Outcome | null; report: ReportOutcome }

/** The list with its states: loading, failed, empty, full. An old list stays while a new one is fetched. */
const UploadedDocuments = ({ outcome, report }: ListProps) => {
  const { data, error, isFetching, refetch } = useApiQuery(client.documents.list)
  const barred = usePermission('never')
  const [toDelete, confirmDelete] = useState<DeleteRequest | null>(null)
  const note = useRef<HTMLDivElement>(null)

  // The pressed button may have disappeared with its row.
  useEffect(() => {
    if (outcome !== null && document.activeElement === document.body) note.current?.focus()
  }, [outcome])

  const retry = () => void refetch()
  if (data === undefined && error !== null)
    return <ErrorCard error={error} onRetry={retry} busy={isFetching} />
  const all = data?.data
  return (
    <div className={layoutStyles.stack}>
      {error !== null && <ErrorNote error={error} onRetry={retry} busy={isFetching} />}
      {outcome !== null && (
        <div className={documentsStyles.outcome} ref={note} tabIndex={-1}>
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
          <DocumentTable documents={all} actions={{ report, confirmDelete, barred }} />
        )}
      </section>
      {data !== undefined && data.deleted.length > 0 && (
        <RecentlyDeleted documents={data.deleted} report={report} barred={barred} />
      )}
      {toDelete !== null && (
        <DeleteDialog request={toDelete} report={report} onClose={() => confirmDelete(null)} />
      )}
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

type DeletedProps = { documents: readonly Document[]; report: ReportOutcome; barred: string | null }

const RecentlyDeleted = ({ documents, report, barred }: DeletedProps) => (
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

const Deleted = ({ document, report, barred }: Omit<DeletedProps, 'documents'> & { document: Document }) => {
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

const OutcomeNote = ({ outcome, report }: { outcome: Outcome; report: ReportOutcome }) => {
  if ('error' in outcome) return <ErrorNote error={outcome.error} onRetry={outcome.retry} />
  const { message, deleted } = outcome
  return (
    <Note
      tone="green"
      role="status"
      action={deleted && <Undo key={deleted.id} document={deleted} report={report} />}
    >
      {message}
    </Note>
  )
}

const Undo = ({ document, report }: { document: Document; report: ReportOutcome }) => {
  const { run, busy } = useRestore(document, report)
  return (
    <Button size="small" busy={busy} onClick={run} aria-label={`Undo deleting ${document.documentName}`}>
      Undo
    </Button>
  )
}

type DialogProps = { request: DeleteRequest; report: ReportOutcome; onClose: () => void }

const DeleteDialog = ({ request: { document, alone }, report, onClose }: DialogProps) => {
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
          You can restore it for {retention.deletedDocuments.usual} days.
        </p>
      </div>
    </ConfirmDialog>
  )
}
