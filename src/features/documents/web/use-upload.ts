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

/** A file that was turned down, and why. */
type Refused = { file: File; problem: string }

type Form = { file: File; documentName: string; kind?: DocumentKind }

/** What the server says about the file itself; anything else went wrong on the way and may be tried again. */
const aboutTheFile = ({ status }: ApiError): boolean => [413, 415, 422].includes(status)

export type Upload = {
  name: string
  setName: (typed: string) => void
  kind: DocumentKind
  setKind: (chosen: DocumentKind) => void
  /** What is wrong with the name, once that is worth saying. */
  nameError: string | null
  /** Whether a document of this name is there already, so that the file becomes its next version. */
  isNewVersion: boolean
  /** Why no file can be chosen now; null when one can. */
  disabledReason: string | null
  /** Why a manager may not upload here at all. */
  barred: string | null
  /** The file on its way, and how much of it has gone, 0 to 1. */
  sending: { file: File; share: number } | null
  rejected: Refused | null
  /** Why the last upload did not arrive, and how to send the same file again. */
  failed: { error: ApiError; retry: () => void } | null
  uploaded: EndpointReply<typeof documents.upload>['document'] | null
  /** Says what is wrong with the name, if anything is, and whether that is so. */
  checkName: () => boolean
  chooseFile: (file: File) => void
}

/** Uploads files one at a time: the name is looked at first, then the size, then the type. */
export const useUpload = (): Upload => {
  const barred = usePermission('assist')
  const { data: kept, refetch } = useApiQuery(client.documents.list)
  const [name, setName] = useState('')
  const [kind, setKind] = useState<DocumentKind>('other')
  const [asked, setAsked] = useState(false)
  const [share, setShare] = useState(0)
  const [turnedDown, setTurnedDown] = useState<Refused | null>(null)
  const act = useApiMutation(client.documents.upload, {
    refreshes: [client.documents.list],
    onDone: () => {
      setName('')
      setKind('other')
      setAsked(false)
    },
  })
  const { error, variables } = act
  const problem = validateDocumentName(name)
  const empty = isBlankName(normalizeDocumentName(name))

  const send = (form: Form) => {
    setShare(0)
    // An answer may be lost after the file was kept.
    act.mutate({ ...form, onProgress: setShare }, { onError: () => void refetch() })
  }
  const askName = () => {
    setAsked(true)
    return problem !== null
  }

  return {
    name,
    setName,
    kind,
    setKind,
    nameError: error?.fields.documentName ?? (asked || !empty ? problem : null),
    isNewVersion:
      kept?.data.some(({ documentName }) => documentName === normalizeDocumentName(name)) ?? false,
    disabledReason: barred ?? offReason(problem, empty),
    barred,
    sending: act.isPending && variables ? { file: variables.file, share } : null,
    rejected:
      turnedDown ??
      (error && variables && aboutTheFile(error) ? { file: variables.file, problem: error.message } : null),
    failed: error && variables && !aboutTheFile(error) ? { error, retry: () => send(variables) } : null,
    uploaded: act.data?.document ?? null,
    checkName: askName,
    chooseFile: file => {
      if (act.isPending || barred !== null) return
      act.reset()
      setTurnedDown(null)
      if (askName()) return
      const wrong = validateFile(file)
      if (wrong === null) send({ file, documentName: normalizeDocumentName(name), kind })
      else setTurnedDown({ file, problem: wrong })
    },
  }
}

const offReason = (problem: string | null, empty: boolean): string | null => {
  if (problem === null) return null
  return empty ? 'Enter a name first' : 'Correct the name first'
}
