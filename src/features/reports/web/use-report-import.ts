import { useState } from 'react'
import type { EndpointReply } from '#api/endpoint.ts'
import { showBytes } from '#values/bytes.ts'
import { errorMessage } from '#web/api-error.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import type { reports } from '../contract.ts'

export type Imported = EndpointReply<typeof reports.importFile>

/** The endpoint's own limit, checked before upload. */
export const maxReportBytes = 10 * 1024 * 1024

export type ReportImport = {
  /** Whether the dialog is open. */
  choosing: boolean
  setChoosing: (choosing: boolean) => void
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
}

/**
 * Imports report files one at a time. Owned by the screen, so that closing the dialog does not lose an
 * import.
 */
export const useReportImport = (): ReportImport => {
  const [choosing, setChoosing] = useState(false)
  const [sent, setSent] = useState(0)
  const [tooLarge, setTooLarge] = useState<string | null>(null)
  const [imported, setImported] = useState<Imported | null>(null)
  const act = useApiMutation(client.reports.importFile, {
    refreshes: [client.credit.analytics],
    onDone: reply => {
      setImported(reply)
      setChoosing(false)
    },
  })

  const people = act.error?.code === 'which_person' ? Object.entries(act.error.fields) : null
  return {
    choosing,
    setChoosing: open => {
      setTooLarge(null)
      if (!act.isPending) act.reset()
      setChoosing(open)
    },
    progress: act.isPending ? sent : null,
    problem: tooLarge ?? (act.isError && people === null ? errorMessage(act.error) : null),
    people: tooLarge === null ? people : null,
    choosePerson: field => {
      if (act.variables === undefined || act.isPending) return
      setSent(0)
      act.mutate({ ...act.variables, person: field.replace('person.', '') })
    },
    imported,
    clear: () => setImported(null),
    start: file => {
      if (act.isPending) return
      act.reset()
      const large = file.size > maxReportBytes
      setTooLarge(
        large
          ? `${file.name} is ${showBytes(file.size)}. A report file may have at most ${showBytes(maxReportBytes)}.`
          : null,
      )
      if (large) return
      setSent(0)
      act.mutate({ file, onProgress: setSent })
    },
  }
}
