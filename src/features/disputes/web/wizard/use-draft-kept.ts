import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api-error.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import type { DisputeType, Draft } from '../../dispute-requests.ts'
import { createDraftSaver, draftsSaved } from './draft.ts'

/**
 * Keeps the answers on the server: a moment after each, and at once when the page is left or put away. What was given
 * back to its start is forgotten. `drop` forgets them for good, when the dispute was made.
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

/** Whether what this page sent of drafts before it came here was answered: only then is it worth asking for them. */
export const useDraftsSaved = (): boolean => {
  const [sent, setSent] = useState(false)
  useEffect(() => {
    void draftsSaved().then(() => setSent(true))
  }, [])
  return sent
}

/** The draft as the server has it now: after what this page sent of it, and never an earlier answer from the cache. */
export const useFreshDraft = (type: DisputeType) => {
  const asked = useApiQuery(client.disputes.draft, { type }, { enabled: useDraftsSaved(), staleTime: 0 })
  return { ...asked, data: asked.isFetchedAfterMount ? asked.data : undefined }
}
