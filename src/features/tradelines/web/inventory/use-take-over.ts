import { useRef, useState } from 'react'
import { showBytes } from '#values/bytes.ts'
import { type ApiError, errorMessage } from '#web/api-error.ts'
import { useApiMutation, useInvalidate } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import type { Synced } from '../../contract.ts'

/** The endpoint's own limit, said before a file is chosen. */
export const maxListBytes = 2 * 1024 * 1024

export type InventoryUpdate = {
  syncing: boolean
  sync: () => void
  /** Why the last sync brought nothing. */
  syncError: ApiError | null
  /** How much of the file has gone, 0 to 1; null while none is sent. */
  sent: number | null
  /** Why the last file was not taken over, in words. */
  problem: string | null
  upload: (file: File) => void
  /** What became of the last list that was taken over. */
  synced: Synced | null
}

/** Brings the list up to date, one act at a time, and nothing is begun meanwhile. Only what became of the last one is told. */
export const useInventoryUpdate = (): InventoryUpdate => {
  const [share, setShare] = useState(0)
  const [tooLarge, setTooLarge] = useState<string | null>(null)
  const refresh = useInvalidate()
  const refreshes = [client.tradelines.staffInventory]
  const sync = useApiMutation(client.tradelines.sync, { refreshes })
  const upload = useApiMutation(client.tradelines.syncFile, { refreshes })
  // Known at once, as the state of an act is not: a second press may come before the page is drawn again.
  const begun = useRef(false)
  const after = {
    // Of an answer that was lost nobody knows whether the list was taken over.
    onError: () => void refresh(refreshes),
    onSettled: () => {
      begun.current = false
    },
  }
  const forget = () => {
    sync.reset()
    upload.reset()
    setTooLarge(null)
  }
  const begin = (act: () => void) => {
    begun.current = true
    forget()
    act()
  }
  return {
    syncing: sync.isPending,
    sync: () => {
      if (!begun.current) begin(() => sync.mutate(undefined, after))
    },
    syncError: sync.error,
    sent: upload.isPending ? share : null,
    problem: tooLarge ?? (upload.error && errorMessage(upload.error)),
    upload: file => {
      if (begun.current) return
      if (file.size <= maxListBytes) {
        setShare(0)
        begin(() => upload.mutate({ file, onProgress: setShare }, after))
        return
      }
      forget()
      setTooLarge(
        `${file.name} is ${showBytes(file.size)}. A list may have at most ${showBytes(maxListBytes)}.`,
      )
    },
    synced: sync.data ?? upload.data ?? null,
  }
}
