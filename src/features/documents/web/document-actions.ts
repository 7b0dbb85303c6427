import type { ApiError } from '#web/api-error.ts'
import { useApiMutation, useInvalidate } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { downloadBlob } from '#web/ui/download-blob.ts'
import type { Document } from '../contract.ts'
import { downloadFileName } from '../upload-rules.ts'

/** The result of an action in the list; `deleted` can be restored. */
export type Outcome =
  | { message: string; deleted: Document | null }
  | { error: ApiError; retry: (() => void) | undefined }

export type ReportOutcome = (outcome: Outcome) => void

/** A document to delete; `alone`: only this earlier version. */
export type DeleteRequest = { document: Document; alone: boolean }

export type RowActions = {
  report: ReportOutcome
  confirmDelete: (request: DeleteRequest) => void
  /** Why nothing may be deleted; null if it may. */
  barred: string | null
}

const changed = [client.documents.list, client.documents.versions]

/** Reports an error and reloads the lists; a document that no longer exists cannot be retried. */
const useReportError = (report: ReportOutcome) => {
  const refresh = useInvalidate()
  return (error: ApiError, retry: () => void) => {
    void refresh(changed)
    report({ error, retry: error.status === 404 ? undefined : retry })
  }
}

/** Saves one version of a document under the document's name. */
export const useDownload = ({ id, documentName }: Document, report: ReportOutcome) => {
  const reportError = useReportError(report)
  const { mutate, isPending } = useApiMutation(client.documents.download, {
    onDone: file => downloadBlob(file, downloadFileName(documentName)),
  })
  const run = () =>
    mutate(
      { documentId: id },
      {
        onSuccess: () => report({ message: `${documentName} downloaded`, deleted: null }),
        onError: error => reportError(error, run),
      },
    )
  return { run, busy: isPending }
}

/** Deletes a document with all its versions, or only one earlier version. */
export const useDelete = (document: Document, report: ReportOutcome, onEnd: () => void) => {
  const reportError = useReportError(report)
  const { mutate, isPending } = useApiMutation(client.documents.remove, {
    refreshes: changed,
    onDone: () => {
      report({ message: 'Document deleted successfully', deleted: document })
      onEnd()
    },
  })
  const run = () =>
    mutate(
      { documentId: document.id },
      {
        onError: error => {
          reportError(error, run)
          onEnd()
        },
      },
    )
  return { run, busy: isPending }
}

/** Restores everything that was deleted together with a document. */
export const useRestore = (document: Document, report: ReportOutcome) => {
  // Reported even if the row has disappeared, because the lists reload first.
  const reportError = useReportError(report)
  const { mutate, isPending } = useApiMutation(client.documents.restore, {
    refreshes: changed,
    onDone: () => report({ message: `${document.documentName} restored`, deleted: null }),
  })
  const run = () => mutate({ documentId: document.id }, { onError: error => reportError(error, run) })
  return { run, busy: isPending }
}
