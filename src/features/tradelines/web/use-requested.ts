import { useState } from 'react'
import { usePermission } from '#features/identity/web/session.ts'
import type { ApiError } from '#web/api-error.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import type { RequestedEmail } from '../contract.ts'

const PAGE = 50
const LOOK_AGAIN_MS = 2_000

export type RequestedWork = {
  data: readonly RequestedEmail[] | undefined
  total: number | undefined
  error: ApiError | null
  fetching: boolean
  reload: () => void
  /** Which of them are shown, counted from 1, and the ways to the others. */
  from: number
  older: (() => void) | null
  newer: (() => void) | null
  toFirst: () => void
  retry: (requestId: string) => void
  retrying: string | null
  retryError: ApiError | null
  barred: string | null
}

/** The requests, fifty at a time; looked at again while one is on its way. */
export const useRequested = (): RequestedWork => {
  const [offset, setOffset] = useState(0)
  const barred = usePermission('assist')
  const asked = useApiQuery(
    client.tradelines.requested,
    { limit: PAGE, offset },
    {
      keepPrevious: true,
      refetchInterval: latest =>
        latest?.data.some(({ status }) => status === 'queued') ? LOOK_AGAIN_MS : false,
    },
  )
  const again = useApiMutation(client.tradelines.retry, { refreshes: [client.tradelines.requested] })
  const total = asked.data?.total
  return {
    data: asked.data?.data,
    total,
    error: asked.error,
    fetching: asked.isFetching,
    reload: () => void asked.refetch(),
    from: offset + 1,
    older: total !== undefined && offset + PAGE < total ? () => setOffset(offset + PAGE) : null,
    newer: offset > 0 ? () => setOffset(Math.max(0, offset - PAGE)) : null,
    toFirst: () => setOffset(0),
    retry: requestId => {
      if (!again.isPending) again.mutate({ requestId })
    },
    retrying: again.isPending ? again.variables.requestId : null,
    retryError: again.error,
    barred,
  }
}
