import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from './api-error.ts'
import { serverBack } from './lazy-loading.ts'
import { useOnline } from './online.ts'
import { Note } from './ui/Note.tsx'

export const OfflineNote = () =>
  useOnline() ? null : (
    <Note tone="sand" icon="wifi0" role="status" title="You are offline">
      You see what was loaded before. Nothing can be changed until you are back online.
    </Note>
  )

/** Whether no server answered: no response at all, or that of a proxy, which has no code of ours. */
const isUnanswered = ({ state: { error } }: Query): boolean =>
  error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.code === ''))

/** Asks again for what no server answered, once one does. Only reading is repeated. */
export const useRecovery = () => {
  const queries = useQueryClient()
  useEffect(() => {
    const left = new AbortController()
    let waiting = false
    const recover = async () => {
      waiting = true
      await serverBack(left.signal)
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
