import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { FilePicker } from '#web/ui/FilePicker.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import type { Document } from '../contract.ts'
import { type DocumentKind, nameWithoutPage, PICKED } from '../upload-rules.ts'
import { kindTexts } from './document-words.ts'
import { useFileSending } from './use-file-sending.ts'

type Props = {
  kind: DocumentKind
  onUploaded: (document: Document) => void
  /** The chosen file, before conversion to JPEG. */
  onChosen?: (file: File) => void
}

/** Adds a document of a known kind where it is needed, named after its kind. */
export const QuickUpload = ({ kind, onUploaded, onChosen }: Props) => {
  const { data } = useApiQuery(client.documents.list)
  const { sending, rejected, failed, send } = useFileSending(onUploaded)
  const { label } = kindTexts[kind]
  const taken = [...(data?.data ?? []), ...(data?.deleted ?? [])].map(({ documentName }) => documentName)
  return (
    <div>
      <FilePicker
        label={kind === 'other' ? 'Add a document' : `Add: ${label}`}
        hint="A photo or scan: JPEG, PNG, HEIC or PDF. It is kept in Documents as JPEG."
        accept={PICKED}
        prompt="Choose a file"
        retryPrompt="Choose another file"
        formats="or drop it here"
        problem={rejected?.problem ?? null}
        progress={sending === null ? null : (sending.share ?? 0)}
        sendingText={sending?.share === null ? 'Turning it into JPEG...' : 'Uploading...'}
        processingText="Storing..."
        onFile={file => {
          onChosen?.(file)
          send({ file, name: freeName(label, taken), kind, shrink: true })
        }}
      />
      {failed !== null && (
        <ErrorNote error={failed.error} safe="Nothing was stored." onRetry={failed.retry} />
      )}
    </div>
  )
}

/** A name that no document has; using a name again would create a new version of that document. */
const freeName = (name: string, taken: readonly string[]): string => {
  const isTaken = (one: string) => taken.some(other => nameWithoutPage(other) === one)
  if (!isTaken(name)) return name
  let number = 2
  while (isTaken(`${name} ${number}`)) number += 1
  return `${name} ${number}`
}
