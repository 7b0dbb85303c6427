import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api-error.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import type { DisputeType, Draft } from '../../dispute-requests.ts'
import { createDraftSaver, draftsSaved } from './draft.ts'

/**
 * Stores the answers on the server: a moment after each change, and immediately when the page is closed or hidden. If the
 * answers are back to their initial state, the draft is deleted. `drop` deletes it for good, when the dispute was
 * created.
 */
export const useDraftSaving = (type: DisputeType, answers: Draft, untouched: boolean) => {
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [keeper] = useState(() =>
    createDraftSaver(error => setFailure(error instanceof ApiError ? error : null)),
  )
  const draft = JSON.stringify(answers)
  const saved = useRef(draft)
  const ended = useRef(false)

  useEffect(() => {
    if (ended.current || draft === saved.current) return
    saved.current = draft
    keeper.later(async () => {
      await (untouched
        ? client.disputes.dropDraft({ type })
        : client.disputes.saveDraft({ type, ...answers }))
      setFailure(null)
    })
  }, [draft, untouched, answers, type, keeper])

  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') keeper.now()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      keeper.now()
    }
  }, [keeper])

  const drop = () => {
    ended.current = true
    keeper.instead(() => client.disputes.dropDraft({ type }))
  }

  return { failure, drop }
}

/**
 * Whether the server has answered the drafts that this page sent before: only then can the current draft be requested.
 */
export const useDraftsSaved = (): boolean => {
  const [sent, setSent] = useState(false)
  useEffect(() => {
    void draftsSaved().then(() => setSent(true))
  }, [])
  return sent
}

/** Whether this page has not yet shown a draft, so the one read as the page loaded is still the server's current one. */
let isFirstDraft = true

/** The server's current draft: requested after what this page sent, and never an earlier response from the cache. */
export const useCurrentDraft = (type: DisputeType) => {
  const [isFirst] = useState(isFirstDraft)
  useEffect(() => {
    isFirstDraft = false
  }, [])
  const enabled = useDraftsSaved()
  const query = useApiQuery(
    client.disputes.draft,
    { type },
    isFirst ? { enabled } : { enabled, staleTime: 0 },
  )
  return { ...query, data: isFirst || query.isFetchedAfterMount ? query.data : undefined }
}
