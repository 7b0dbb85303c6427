import { useState } from 'react'
import type { EndpointReply } from '#api/endpoint.ts'
import { showBytes } from '#values/bytes.ts'
import type { ApiError } from '#web/api-error.ts'
import { errorMessage } from '#web/api-error.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import type { reports, ShownPart } from '../contract.ts'
import { reportUpload } from '../upload-rules.ts'

/** Queries to refetch when the report has changed. */
export const reportQueries = [
  client.credit.analytics,
  client.credit.history,
  client.findings.list,
  client.alerts.list,
  client.checklist.read,
]

export type Imported = EndpointReply<typeof reports.importFile>
type Reading = EndpointReply<typeof reports.checkFile>

/** A chosen file, which of its people the user is, and the part that it should replace. */
type Source = { file: File; person?: string | undefined; replaced: ShownPart | null }

const toFields = ({ file, person, replaced }: Source) => ({
  file,
  ...(person !== undefined && { person }),
  ...(replaced !== null && { replaces: replaced.bureau }),
})

/** A reading to review; `isImported`: of a file that already is the report. */
export type OpenReading = { file: File; reading: Reading; isImported: boolean }

export type ReportImport = {
  /** Whether the dialog is open, or the part that the file should replace. */
  choosing: boolean | ShownPart
  setChoosing: (choosing: boolean | ShownPart) => void
  /** Upload progress, 0 to 1; null while nothing is sent. */
  progress: number | null
  /** The message of the last failed import. */
  problem: string | null
  /** The people of the sent file, to ask which of them the user is; null when known. */
  people: readonly (readonly [field: string, description: string])[] | null
  /** Sends the same file again with the answer. */
  choosePerson: (field: string) => void
  /** The part that is newer than its replacement file, with a message. */
  newer: { part: ShownPart; message: string } | null
  /** Sends the same file again to replace the newer part, which is removed. */
  replaceNewer: () => void
  /** The result of the last import. */
  imported: Imported | null
  /** Clears the result of the last import. */
  clear: () => void
  start: (file: File) => void
  /** Shown instead of everything else; null if there is none. */
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
 * Imports report files one at a time; a partial reading is shown and becomes the report only after confirmation.
 * Owned by the screen, so that closing the dialog does not lose an import.
 */
export const useReportImport = (): ReportImport => {
  const [choosing, setChoosing] = useState<boolean | ShownPart>(false)
  const [sent, setSent] = useState(0)
  const [tooLarge, setTooLarge] = useState<string | null>(null)
  const [imported, setImported] = useState<{ reply: Imported; source: Source } | null>(null)
  const [open, setOpen] = useState<(OpenReading & { source: Source }) | null>(null)
  const [source, setSource] = useState<Source | null>(null)
  const act = useApiMutation(client.reports.importFile, {
    refreshes: reportQueries,
    onDone: (reply, { file, person }) => {
      setImported({ reply, source: { file, person, replaced: null } })
      setOpen(null)
      setChoosing(false)
    },
  })
  const check = useApiMutation(client.reports.checkFile)

  const read = (of: Source, isImported: boolean) =>
    check.mutate(
      { file: of.file, person: of.person },
      {
        onSuccess: reading => {
          setChoosing(false)
          setOpen({ file: of.file, reading, isImported, source: of })
        },
      },
    )
  const send = (of: Source) => {
    setSent(0)
    setSource(of)
    check.reset()
    act.mutate(
      { ...toFields(of), onProgress: setSent },
      { onError: ({ code }) => code === 'reading_not_confirmed' && read(of, false) },
    )
  }

  const busy = act.isPending || (check.isPending && open === null)
  const people = act.error?.code === 'which_person' ? Object.entries(act.error.fields) : null
  const newer =
    act.error?.code === 'older_report' && source !== null && source.replaced !== null
      ? { part: source.replaced, message: errorMessage(act.error) }
      : null
  const isAsked = people !== null || newer !== null || act.error?.code === 'reading_not_confirmed'
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
      if (source === null || busy) return
      send({ ...source, person: field.replace('person.', '') })
    },
    newer: tooLarge === null ? newer : null,
    replaceNewer: () => {
      if (act.variables === undefined || newer === null || busy) return
      act.mutate({ ...act.variables, removesNewer: newer.part.reportId })
    },
    imported: imported?.reply ?? null,
    clear: () => setImported(null),
    start: file => {
      if (busy) return
      act.reset()
      check.reset()
      const large = file.size > reportUpload.maxBytes
      setTooLarge(large ? `${file.name} is ${showBytes(file.size)}. ${reportUpload.tooLarge}` : null)
      if (!large) send({ file, replaced: typeof choosing === 'object' ? choosing : null })
    },
    reading: open,
    checkImported: () => imported && read(imported.source, true),
    checking: check.isPending,
    checkError: check.error,
    confirm: () => {
      if (open === null || act.isPending) return
      act.mutate({ ...toFields(open.source), confirmed: open.reading.reading })
    },
    confirming: open !== null && act.isPending,
    confirmError: open !== null && !open.isImported && !isAsked ? act.error : null,
    closeReading: () => setOpen(null),
  }
}
