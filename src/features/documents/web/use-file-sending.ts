import { useState } from 'react'
import type { ApiError } from '#web/api-error.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import type { Document } from '../contract.ts'
import { type DocumentKind, isJpegType, pageName, uploadErrors, validateFile } from '../upload-rules.ts'

type Form = { file: File; documentName: string; kind?: DocumentKind }

/** A file that cannot be sent, and why; `shrinkable` if it is only too large. */
type Rejected = { file: File; problem: string; shrinkable: boolean }

/** Whether an error is about the file itself; after any other the user may try again. */
const aboutTheFile = ({ status }: ApiError): boolean => [413, 415, 422].includes(status)

export type FileSending = {
  /** The file that is being converted or sent; `share` is how much is sent, 0 to 1, or null during conversion. */
  sending: { file: File; share: number | null } | null
  rejected: Rejected | null
  failed: { error: ApiError; retry: () => void } | null
  /** The documents stored from the last chosen file. */
  uploaded: readonly Document[]
  /** Sends a JPEG unchanged, or with `shrink` scaled down if it is too large; converts anything else to JPEG. */
  send: (about: { file: File; name: string; kind: DocumentKind; shrink?: boolean }) => void
  /** The server's message about the name. */
  nameRefused: string | null
  /** Clears the result of the last chosen file. */
  clear: () => void
}

/** Sends one chosen file at a time, a PDF page by page. */
export const useFileSending = (onUploaded: (document: Document) => void): FileSending => {
  const { refetch } = useApiQuery(client.documents.list)
  const [converting, setConverting] = useState<File | null>(null)
  const [share, setShare] = useState(0)
  const [rejected, setRejected] = useState<Rejected | null>(null)
  const [waiting, setWaiting] = useState<readonly Form[]>([])
  const [uploaded, setUploaded] = useState<readonly Document[]>([])
  const { mutate, reset, isPending, error, variables } = useApiMutation(client.documents.upload, {
    refreshes: [client.documents.list],
  })

  const sendAll = ([form, ...rest]: readonly Form[]) => {
    if (form === undefined) return
    setShare(0)
    setWaiting(rest)
    mutate(
      { ...form, onProgress: setShare },
      {
        onSuccess: ({ document }) => {
          setUploaded(before => [...before, document])
          onUploaded(document)
          sendAll(rest)
        },
        // The response may be lost after the file was stored.
        onError: () => void refetch(),
      },
    )
  }

  const convertAndSend = async ({ file, name, kind }: { file: File; name: string; kind: DocumentKind }) => {
    setConverting(file)
    try {
      const { convertToJpeg } = await import('./conversion/conversion.ts')
      const converted = await convertToJpeg(file)
      if ('problem' in converted) return setRejected({ file, problem: converted.problem, shrinkable: false })
      const { files } = converted
      sendAll(files.map((one, at) => ({ file: one, documentName: pageName(name, at, files.length), kind })))
    } finally {
      setConverting(null)
    }
  }

  const clear = () => {
    reset()
    setRejected(null)
    setUploaded([])
  }

  return {
    sending: converting
      ? { file: converting, share: null }
      : isPending
        ? { file: variables.file, share }
        : null,
    rejected:
      rejected ??
      (error && aboutTheFile(error)
        ? { file: variables.file, problem: error.message, shrinkable: false }
        : null),
    failed: error && !aboutTheFile(error) ? { error, retry: () => sendAll([variables, ...waiting]) } : null,
    uploaded,
    send: ({ file, name, kind, shrink = false }) => {
      clear()
      if (!isJpegType(file.type)) return void convertAndSend({ file, name, kind })
      const problem = validateFile(file)
      if (problem === null) return sendAll([{ file, documentName: name, kind }])
      if (shrink) return void convertAndSend({ file, name, kind })
      setRejected({ file, problem, shrinkable: problem === uploadErrors.size })
    },
    nameRefused: error?.fields.documentName ?? null,
    clear,
  }
}
