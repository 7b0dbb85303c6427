import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { ApiError } from './api-error.ts'
import type { Call } from './call.ts'

type HasQueryKey = { readonly key: readonly [string, string] }

export type ApiQueryState<Reply> = Pick<
  UseQueryResult<Reply, ApiError>,
  'data' | 'error' | 'isFetching' | 'refetch'
>

type ApiQueryOptions<Reply> = {
  enabled?: boolean
  staleTime?: number
  initialData?: Reply
  /** Keeps showing the previous data while another input is loading (`isPlaceholderData`). */
  keepPrevious?: boolean
  /** Milliseconds until the next request, or false to stop polling. */
  refetchInterval?: (latest: Reply | undefined) => number | false
}

/** Queries an endpoint through the cache: `const { data, error, refetch } = useApiQuery(client.disputes.list)`. */
export function useApiQuery<Reply>(call: Call<void, Reply>): UseQueryResult<Reply, ApiError>
export function useApiQuery<Input, Reply>(
  call: Call<Input, Reply>,
  input: Input,
  options?: ApiQueryOptions<Reply>,
): UseQueryResult<Reply, ApiError>
export function useApiQuery<Input, Reply>(
  call: Call<Input | undefined, Reply>,
  input?: Input,
  { refetchInterval, keepPrevious, ...options }: ApiQueryOptions<Reply> = {},
): UseQueryResult<Reply, ApiError> {
  return useQuery<Reply, ApiError>({
    ...options,
    placeholderData: keepPrevious ? keepPreviousData : undefined,
    queryKey: input === undefined ? [...call.key] : [...call.key, input],
    queryFn: () => call(input),
    refetchInterval: query => refetchInterval?.(query.state.data) ?? false,
  })
}

/** Invalidates the queries of some endpoints; resolves when the ones on screen are refetched. */
export const useInvalidate = (): ((read: readonly HasQueryKey[]) => Promise<unknown>) => {
  const cache = useQueryClient()
  return read => Promise.all(read.map(({ key }) => cache.invalidateQueries({ queryKey: [...key] })))
}

/** Calls an endpoint, refetches the named queries, then calls `onDone`. */
export const useApiMutation = <Input, Reply>(
  call: Call<Input, Reply>,
  options: { refreshes?: readonly HasQueryKey[]; onDone?: (reply: Reply, input: Input) => void } = {},
): UseMutationResult<Reply, ApiError, Input> => {
  const refresh = useInvalidate()
  return useMutation<Reply, ApiError, Input>({
    mutationFn: input => call(input),
    onSuccess: async (reply, input) => {
      await refresh(options.refreshes ?? [])
      options.onDone?.(reply, input)
    },
  })
}
