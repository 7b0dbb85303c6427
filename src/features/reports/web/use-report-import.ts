import { useState } from 'react'
import type { EndpointReply } from '#api/endpoint.ts'
import { showBytes } from '#values/bytes.ts'
import type { ApiError } from '#web/api-error.ts'
import { errorMessage } from '#web/api-error.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import type { reports, ShownPart } from '../contract.ts'
import { reportUpload } from '../upload-rules.ts'

export type Imported = EndpointReply<typeof reports.importFile>
export type Reading = EndpointReply<typeof reports.checkFile>

/** A file in hand, and which of its people the user is. */
type Source = { file: File; person?: string | undefined }

/** A reading to look at; `isImported`: of a file that is the report already. */
export type OpenReading = { file: File; reading: Reading; isImported: boolean }

export type ReportImport = {
  /** Whether the dialog is open; the part that the file replaces, where it was asked for. */
  choosing: boolean | ShownPart
  setChoosing: (choosing: boolean | ShownPart) => void
  /** Upload progress, 0 to 1; null while nothing is sent. */
  progress: number | null
  /** Why the last import failed, in words. */
  problem: string | null
  /** The people of the file that was sent, to be asked which of them the user is; null when it is known. */
  people: readonly (readonly [field: string, description: string])[] | null
  /** Sends the same file again with the answer. */
  choosePerson: (field: string) => void
  /** The result of the last import. */
  imported: Imported | null
  /** Clears the result of the last import. */
  clear: () => void
  start: (file: File) => void
  /** Shown in place of everything else; null while there is none. */
  reading: OpenReading | null
  /** Reads the imported file again to show what was read of it. */
  checkImported: () => void
  checking: boolean
  checkError: ApiError | null
  /** Imports the file whose reading is shown. */
  confirm: () => void
  confirming: boolean
  confirmError: ApiError | null
  closeReading: () => void
}

/**
 * Imports report files one at a time; a partial reading is shown and becomes the report only when it is confirmed.
 * Owned by the screen, so that closing the dialog does not lose an import.
 */
export const useReportImport = (): ReportImport => {
  const [choosing, setChoosing] = useState<boolean | ShownPart>(false)
  const [sent, setSent] = useState(0)
  const [tooLarge, setTooLarge] = useState<string | null>(null)
  const [imported, setImported] = useState<{ reply: Imported; source: Source } | null>(null)
  const [open, setOpen] = useState<(OpenReading & { source: Source }) | null>(null)
  const act = useApiMutation(client.reports.importFile, {
    refreshes: [client.credit.analytics],
    onDone: (reply, { file, person }) => {
      setImported({ reply, source: { file, person } })
      setOpen(null)
      setChoosing(false)
    },
  })
  const check = useApiMutation(client.reports.checkFile)

  const read = (source: Source, isImported: boolean) =>
    check.mutate(source, {
      onSuccess: reading => {
        setChoosing(false)
        setOpen({ file: source.file, reading, isImported, source })
      },
    })
  const send = (source: Source) => {
    setSent(0)
    check.reset()
    act.mutate(
      { ...source, onProgress: setSent },
      { onError: ({ code }) => code === 'reading_not_confirmed' && read(source, false) },
    )
  }

  const busy = act.isPending || (check.isPending && open === null)
  const people = act.error?.code === 'which_person' ? Object.entries(act.error.fields) : null
  const isAsked = people !== null || act.error?.code === 'reading_not_confirmed'
  const failure = act.isError && !isAsked ? act.error : check.error
  return {
    choosing,
    setChoosing: to => {
      setTooLarge(null)
      if (!busy) act.reset()
      setChoosing(to)
    },
    progress: busy ? (act.isPending ? sent : 1) : null,
    problem: tooLarge ?? (failure === null ? null : errorMessage(failure)),
    people: tooLarge === null ? people : null,
    choosePerson: field => {
      if (act.variables === undefined || busy) return
      send({ file: act.variables.file, person: field.replace('person.', '') })
    },
    imported: imported?.reply ?? null,
    clear: () => setImported(null),
    start: file => {
      if (busy) return
      act.reset()
      check.reset()
      const large = file.size > reportUpload.maxBytes
      setTooLarge(large ? `${file.name} is ${showBytes(file.size)}. ${reportUpload.tooLarge}` : null)
      if (!large) send({ file })
    },
    reading: open,
    checkImported: () => imported && read(imported.source, true),
    checking: check.isPending,
    checkError: check.error,
    confirm: () => {
      if (open === null || act.isPending) return
      act.mutate({ ...open.source, confirmed: open.reading.reading })
    },
    confirming: open !== null && act.isPending,
    confirmError: open !== null && !open.isImported && !isAsked ? act.error : null,
    closeReading: () => setOpen(null),
  }
}
