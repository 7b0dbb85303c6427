import type { ApiQueryState } from '../api-hooks.ts'
import { ErrorCard } from './ErrorCard.tsx'
import { Spinner } from './Spinner.tsx'

/** What a screen shows about queries that failed or have no data yet: the first error with Retry, or a spinner. */
export const Pending = ({ queries }: { queries: readonly ApiQueryState<unknown>[] }) => {
  const failed = queries.find(({ error }) => error !== null)
  if (failed) {
    const retry = () => {
      for (const { refetch } of queries) void refetch()
    }
    return (
      <ErrorCard error={failed.error} busy={queries.some(({ isFetching }) => isFetching)} onRetry={retry} />
    )
  }
  return queries.some(({ data }) => data === undefined) ? <Spinner /> : null
}
