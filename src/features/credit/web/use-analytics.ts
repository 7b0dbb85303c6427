import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { UserInfo } from '#features/identity/contract.ts'
import { useUser } from '#features/identity/web/session.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { nextPollDelay } from './poll-delay.ts'

export const subscriptionLevel = ({ subscription }: Pick<UserInfo, 'subscription'>): '1' | '3' =>
  subscription ? '3' : '1'

const [area, analyticsName] = client.credit.analytics.key

/**
 * Polls while the bureaus prepare a report. When another report appears, all data derived from the old one is fetched
 * again.
 */
export const useAnalytics = () => {
  const cache = useQueryClient()
  const since = useRef<number>(null)
  const query = useApiQuery(
    client.credit.analytics,
    { level: subscriptionLevel(useUser()) },
    {
      refetchInterval: latest => {
        if (!latest?.isProcessing) {
          since.current = null
          return false
        }
        since.current ??= Date.now()
        return nextPollDelay(Date.now() - since.current)
      },
    },
  )

  // null: no report yet; undefined: not loaded yet.
  const reportId = query.data && (query.data.report?.id ?? null)
  const before = useRef(reportId)
  useEffect(() => {
    if (before.current !== undefined && before.current !== reportId) {
      void cache.invalidateQueries({
        // Other sections query without a level; their copy is just as old.
        predicate: ({ queryKey: [of, name, level] }) =>
          of !== area || name !== analyticsName || level === undefined,
      })
    }
    before.current = reportId
  }, [cache, reportId])

  const refreshing =
    useIsFetching({ queryKey: [area], predicate: ({ state }) => state.data !== undefined }) > 0
  return {
    ...query,
    refreshing,
    refresh: () => void cache.refetchQueries({ queryKey: [area], type: 'active' }),
  }
}
