import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { ApiError } from './api-error.ts'
import { waitForServer } from './lazy-loading.ts'
import { Note } from './ui/Note.tsx'

const subscribeToNetwork = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Whether the browser is online; updates when that changes. */
export const useOnline = (): boolean => useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)

export const OfflineNote = () =>
  useOnline() ? null : (
    <Note tone="sand" icon="wifi0" role="status" title="You are offline">
      You see what was loaded before. Nothing can be changed until you are back online.
    </Note>
  )

/** Whether the server did not respond: no response at all, or one of a proxy, which has none of our error codes. */
const isUnanswered = ({ state: { error } }: Query): boolean =>
  error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.code === ''))

/** Refetches what the server did not answer, once it responds. Only reads are repeated. */
export const useRecovery = () => {
  const queries = useQueryClient()
  useEffect(() => {
    const left = new AbortController()
    let waiting = false
    const recover = async () => {
      waiting = true
      await waitForServer(left.signal)
      waiting = false
      if (!left.signal.aborted) await queries.refetchQueries({ type: 'active', predicate: isUnanswered })
    }
    const all = queries.getQueryCache()
    const unsubscribe = all.subscribe(() => {
      if (!waiting && all.findAll({ type: 'active', predicate: isUnanswered }).length > 0) void recover()
    })
    return () => {
      unsubscribe()
      left.abort()
    }
  }, [queries])
}
