import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { ApiError } from './api-error.ts'
import type { Call } from './client.ts'

/** An endpoint as the cache knows it. */
type HasQueryKey = { readonly key: readonly [string, string] }

/** A reading, as far as a part of a screen shows it. */
export type ApiQueryState<Reply> = Pick<
  UseQueryResult<Reply, ApiError>,
  'data' | 'error' | 'isFetching' | 'refetch'
>

type ApiQueryOptions<Reply> = {
  enabled?: boolean
  staleTime?: number
  /** What is known before anything is read. */
  initialData?: Reply
  /** While another input is read, the answer to the one before stands (`isPlaceholderData`). */
  keepPrevious?: boolean
  /** Milliseconds between looks, or no more looks; told what is known so far. */
  refetchInterval?: (latest: Reply | undefined) => number | false
}

/** Reads from an endpoint and keeps the answer: `const { data, error, refetch } = useAsk(client.disputes.list)`. */
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

/** Has what was read from some endpoints read again where it is shown; resolves when it is there. */
export const useInvalidate = (): ((read: readonly HasQueryKey[]) => Promise<unknown>) => {
  const cache = useQueryClient()
  return read => Promise.all(read.map(({ key }) => cache.invalidateQueries({ queryKey: [...key] })))
}

/** Does something through an endpoint; afterwards the named readings are fetched again, then `onDone` hears of it. */
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
