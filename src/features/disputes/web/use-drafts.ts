import type { EndpointReply } from '#api/endpoint.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import type { disputes } from '../contract.ts'
import { useDraftsSaved } from './wizard/use-drafts-sent.ts'

/** What a wizard was left with before its end. */
export type DraftLine = EndpointReply<typeof disputes.drafts>['data'][number]

/**
 * The wizards that were left before their end, the latest first; none when they cannot be asked for. Undefined until the
 * server said how they stand now: of what was read before, a dispute may have been made since.
 */
export const useDrafts = (): readonly DraftLine[] | undefined => {
  const { data, isFetchedAfterMount } = useApiQuery(client.disputes.drafts, undefined, {
    enabled: useDraftsSaved(),
    staleTime: 0,
  })
  const known = data?.data ?? []
  return isFetchedAfterMount || (data !== undefined && known.length === 0) ? known : undefined
}
