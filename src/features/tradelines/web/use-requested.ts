import { useState } from 'react'
import { usePermission } from '#features/identity/web/session.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'

const PAGE = 50
const POLL_MS = 2_000

/** Fifty requests at a time, fetched again while one is being sent. */
export const useRequested = () => {
  const [offset, setOffset] = useState(0)
  const barred = usePermission('assist')
  const requests = useApiQuery(
    client.tradelines.requested,
    { limit: PAGE, offset },
    {
      keepPrevious: true,
      refetchInterval: latest => (latest?.data.some(({ status }) => status === 'queued') ? POLL_MS : false),
    },
  )
  const retry = useApiMutation(client.tradelines.retry, { refreshes: [client.tradelines.requested] })
  const total = requests.data?.total
  return {
    data: requests.data?.data,
    total,
    error: requests.error,
    fetching: requests.isFetching,
    reload: () => void requests.refetch(),
    /** The first shown, counted from 1. */
    from: offset + 1,
    older: total !== undefined && offset + PAGE < total ? () => setOffset(offset + PAGE) : null,
    newer: offset > 0 ? () => setOffset(Math.max(0, offset - PAGE)) : null,
    toFirst: () => setOffset(0),
    retry: (requestId: string) => {
      if (!retry.isPending) retry.mutate({ requestId })
    },
    retrying: retry.isPending ? retry.variables.requestId : null,
    retryError: retry.error,
    barred,
  }
}

export type RequestedWork = ReturnType<typeof useRequested>
