import { useState } from 'react'
import type { EndpointReply } from '#api/endpoint.ts'
import { usePermission } from '#features/identity/web/session.ts'
import type { ApiError } from '#web/api-error.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import type { documents } from '../contract.ts'
import {
  type DocumentKind,
  isBlankName,
  normalizeDocumentName,
  validateDocumentName,
  validateFile,
} from '../upload-rules.ts'

type Rejected = { file: File; problem: string }

type Form = { file: File; documentName: string; kind?: DocumentKind }

/** Whether an error is about the file itself; any other may be tried again. */
const aboutTheFile = ({ status }: ApiError): boolean => [413, 415, 422].includes(status)

export type Upload = {
  name: string
  setName: (typed: string) => void
  kind: DocumentKind
  setKind: (chosen: DocumentKind) => void
  /** Shown once the user has typed or tried to upload. */
  nameError: string | null
  /** A document of this name exists, so the file becomes its next version. */
  isNewVersion: boolean
  /** Why no file can be chosen now; null if one can. */
  disabledReason: string | null
  /** Why a manager may not upload here at all. */
  barred: string | null
  /** The file being uploaded, and how much of it is done, 0 to 1. */
  sending: { file: File; share: number } | null
  rejected: Rejected | null
  /** Why the last upload failed, and how to send the same file again. */
  failed: { error: ApiError; retry: () => void } | null
  uploaded: EndpointReply<typeof documents.upload>['document'] | null
  /** Shows the error of the name, if there is one, and returns whether there is. */
  checkName: () => boolean
  chooseFile: (file: File) => void
}

/** Uploads files one at a time. Checks the name first, then the size, then the type. */
export const useUpload = (): Upload => {
  const barred = usePermission('assist')
  const { data: kept, refetch } = useApiQuery(client.documents.list)
  const [name, setName] = useState('')
  const [kind, setKind] = useState<DocumentKind>('other')
  const [isChecked, setIsChecked] = useState(false)
  const [share, setShare] = useState(0)
  const [rejected, setRejected] = useState<Rejected | null>(null)
  const mutation = useApiMutation(client.documents.upload, {
    refreshes: [client.documents.list],
    onDone: () => {
      setName('')
      setKind('other')
      setIsChecked(false)
    },
  })
  const { error, variables } = mutation
  const problem = validateDocumentName(name)
  const isEmpty = isBlankName(normalizeDocumentName(name))

  const send = (form: Form) => {
    setShare(0)
    // The answer may be lost after the file was stored.
    mutation.mutate({ ...form, onProgress: setShare }, { onError: () => void refetch() })
  }
  const checkName = () => {
    setIsChecked(true)
    return problem !== null
  }

  return {
    name,
    setName,
    kind,
    setKind,
    nameError: error?.fields.documentName ?? (isChecked || !isEmpty ? problem : null),
    isNewVersion:
      kept?.data.some(({ documentName }) => documentName === normalizeDocumentName(name)) ?? false,
    disabledReason: barred ?? nameFirst(problem, isEmpty),
    barred,
    sending: mutation.isPending && variables ? { file: variables.file, share } : null,
    rejected:
      rejected ??
      (error && variables && aboutTheFile(error) ? { file: variables.file, problem: error.message } : null),
    failed: error && variables && !aboutTheFile(error) ? { error, retry: () => send(variables) } : null,
    uploaded: mutation.data?.document ?? null,
    checkName,
    chooseFile: file => {
      if (mutation.isPending || barred !== null) return
      mutation.reset()
      setRejected(null)
      if (checkName()) return
      const fileProblem = validateFile(file)
      if (fileProblem === null) send({ file, documentName: normalizeDocumentName(name), kind })
      else setRejected({ file, problem: fileProblem })
    },
  }
}

const nameFirst = (problem: string | null, isEmpty: boolean): string | null => {
  if (problem === null) return null
  return isEmpty ? 'Enter a name first' : 'Correct the name first'
}
