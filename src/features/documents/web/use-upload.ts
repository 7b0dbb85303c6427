import { useState } from 'react'
import { usePermission } from '#features/identity/web/session.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import {
  type DocumentKind,
  isBlankName,
  normalizeDocumentName,
  validateDocumentName,
} from '../upload-rules.ts'
import { type FileSending, useFileSending } from './use-file-sending.ts'

export type Upload = Omit<FileSending, 'send' | 'nameRefused'> & {
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
  /** Shows the error of the name, if any, and returns whether there is one. */
  checkName: () => boolean
  chooseFile: (file: File, shrink?: boolean) => void
}

/** Uploads files one at a time. Checks the name first, then the size, then the type. */
export const useUpload = (onChosen: () => void): Upload => {
  const barred = usePermission('assist')
  const { data: kept } = useApiQuery(client.documents.list)
  const [name, setName] = useState('')
  const [kind, setKind] = useState<DocumentKind>('other')
  const [isChecked, setIsChecked] = useState(false)
  const { send, nameRefused, ...sending } = useFileSending(() => {
    setName('')
    setKind('other')
    setIsChecked(false)
  })
  const problem = validateDocumentName(name)
  const isEmpty = isBlankName(normalizeDocumentName(name))
  const checkName = () => {
    setIsChecked(true)
    return problem !== null
  }

  return {
    ...sending,
    name,
    setName,
    kind,
    setKind,
    nameError: nameRefused ?? (isChecked || !isEmpty ? problem : null),
    isNewVersion:
      kept?.data.some(({ documentName }) => documentName === normalizeDocumentName(name)) ?? false,
    disabledReason: barred ?? nameFirst(problem, isEmpty),
    barred,
    checkName,
    chooseFile: (file, shrink) => {
      if (sending.sending !== null || barred !== null) return
      sending.clear()
      onChosen()
      if (!checkName()) send({ file, name: normalizeDocumentName(name), kind, shrink })
    },
  }
}

const nameFirst = (problem: string | null, isEmpty: boolean): string | null => {
  if (problem === null) return null
  return isEmpty ? 'Enter a name first' : 'Correct the name first'
}
