import { useState } from 'react'
import type { EndpointReply } from '#api/endpoint.ts'
import { showBytes } from '#values/bytes.ts'
import { errorMessage } from '#web/api-error.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import type { reports } from '../contract.ts'

/** What the server says it read. */
export type Imported = EndpointReply<typeof reports.importFile>

/** The endpoint's own limit, said before a file is chosen (decisions section 3, Credit). */
export const maxReportBytes = 10 * 1024 * 1024

export type ReportImport = {
  /** Whether the person is choosing a file in the dialog. */
  choosing: boolean
  setChoosing: (choosing: boolean) => void
  /** How much of the file has gone, 0 to 1; null while nothing is sent. */
  progress: number | null
  /** Why the last file was not imported, in words. */
  problem: string | null
  /** What the last imported file held. */
  imported: Imported | null
  /** Forgets what the last file held. */
  clear: () => void
  start: (file: File) => void
}

/** Imports report files one at a time. It lives in the screen, so that a closed dialog does not lose an import. */
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

  return {
    choosing,
    setChoosing: open => {
      setTooLarge(null)
      if (!act.isPending) act.reset()
      setChoosing(open)
    },
    progress: act.isPending ? sent : null,
    problem: tooLarge ?? (act.isError ? errorMessage(act.error) : null),
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
