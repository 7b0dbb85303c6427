import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useUser } from '#web/session.ts'
import { subscriptionLevel } from './level.ts'
import { nextPollDelay } from './processing-pace.ts'

const [area, analyticsName] = client.credit.analytics.key

/**
 * The analytics, asked for again while the bureaus prepare a report; a hidden page does not ask. When another report is
 * shown than before, whatever else was read of the old one is read again.
 */
export const useAnalytics = () => {
  const cache = useQueryClient()
  const since = useRef<number>(null)
  const asked = useApiQuery(
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

  // null: there is no report yet; undefined: nothing is known yet.
  const reportId = asked.data && (asked.data.report?.id ?? null)
  const before = useRef(reportId)
  useEffect(() => {
    if (before.current !== undefined && before.current !== reportId) {
      void cache.invalidateQueries({
        // What other sections read is of no level, and as old as the rest.
        predicate: ({ queryKey: [of, name, level] }) =>
          of !== area || name !== analyticsName || level === undefined,
      })
    }
    before.current = reportId
  }, [cache, reportId])

  const refreshing =
    useIsFetching({ queryKey: [area], predicate: ({ state }) => state.data !== undefined }) > 0
  return {
    ...asked,
    /** Something of the section that is shown is being read again. */
    refreshing,
    /** Reads all that the section shows again; what is shown stays until then. */
    refresh: () => void cache.refetchQueries({ queryKey: [area], type: 'active' }),
  }
}
