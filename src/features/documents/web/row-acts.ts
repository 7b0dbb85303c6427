import type { ApiError } from '#web/api-error.ts'
import { useApiMutation, useInvalidate } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { downloadBlob } from '#web/ui/download-blob.ts'
import type { Document } from '../contract.ts'
import { downloadFileName } from '../upload-rules.ts'

/** How an act on a document of the list went; what was deleted can be brought back. */
export type Outcome =
  | { went: 'well'; words: string; deleted: Document | null }
  | { went: 'wrong'; error: ApiError; retry: (() => void) | undefined }

export type ReportOutcome = (outcome: Outcome) => void

/** A document, or one earlier version of it alone, that is asked to be deleted. */
export type DeleteRequest = { document: Document; alone: boolean }

/** What the list gives its rows. */
export type RowActions = {
  report: ReportOutcome
  askToDelete: (asked: DeleteRequest) => void
  /** Why nothing may be deleted here; null when it may. */
  barred: string | null
}

const well = (words: string, deleted: Document | null = null): Outcome => ({ went: 'well', words, deleted })

const changed = [client.documents.list, client.documents.versions]

/** Reports what went wrong and reloads the lists: what is no longer there cannot be tried again. */
const useWrong = (report: ReportOutcome) => {
  const refresh = useInvalidate()
  return (error: ApiError, retry: () => void) => {
    void refresh(changed)
    report({ went: 'wrong', error, retry: error.status === 404 ? undefined : retry })
  }
}

/** Saves one version of a document under the document's name. */
export const useDownload = ({ id, documentName }: Document, report: ReportOutcome) => {
  const wrong = useWrong(report)
  const { mutate, isPending } = useApiMutation(client.documents.download, {
    onDone: file => downloadBlob(file, downloadFileName(documentName)),
  })
  const run = () =>
    mutate(
      { documentId: id },
      {
        onSuccess: () => report(well(`${documentName} downloaded`)),
        onError: error => wrong(error, run),
      },
    )
  return { run, busy: isPending }
}

/** Deletes a document with all its versions, or one earlier version alone. */
export const useDelete = (document: Document, report: ReportOutcome, onEnd: () => void) => {
  const wrong = useWrong(report)
  const { mutate, isPending } = useApiMutation(client.documents.remove, {
    refreshes: changed,
    onDone: () => {
      report(well('Document deleted successfully', document))
      onEnd()
    },
  })
  const run = () =>
    mutate(
      { documentId: document.id },
      {
        onError: error => {
          wrong(error, run)
          onEnd()
        },
      },
    )
  return { run, busy: isPending }
}

/** Brings back what was deleted with a document. */
export const useRestore = (document: Document, report: ReportOutcome) => {
  // Reported even when the row is gone: the lists reload before the act is done.
  const wrong = useWrong(report)
  const { mutate, isPending } = useApiMutation(client.documents.restore, {
    refreshes: changed,
    onDone: () => report(well(`${document.documentName} restored`)),
  })
  const run = () => mutate({ documentId: document.id }, { onError: error => wrong(error, run) })
  return { run, busy: isPending }
}
