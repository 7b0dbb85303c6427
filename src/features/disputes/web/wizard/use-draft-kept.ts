import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api-error.ts'
import { client } from '#web/client.ts'
import { createDraftSaver, draftsSaved, isUntouched, toDraft } from './draft.ts'
import type { Answers } from './wizard.ts'
import type { Step } from './wizard-steps.ts'
import type { WizardType } from './wizard-types.ts'

/**
 * Keeps the answers on the server: a moment after each, and at once when the page is left or put away. What was given
 * back to its start is forgotten. `drop` forgets them for good, when the dispute was made.
 */
export const useDraftSaving = ({ type, start }: WizardType, answers: Answers, step: Step) => {
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [keeper] = useState(() =>
    createDraftSaver(error => setFailure(error instanceof ApiError ? error : null)),
  )
  const draft = JSON.stringify(toDraft(answers, step))
  const untouched = isUntouched(answers, start)
  const saved = useRef(draft)
  const ended = useRef(false)

  useEffect(() => {
    if (ended.current || draft === saved.current) return
    saved.current = draft
    const { choices, documentIds } = answers
    keeper.later(async () => {
      await (untouched
        ? client.disputes.dropDraft({ type })
        : client.disputes.saveDraft({ type, ...toDraft({ choices, documentIds }, step) }))
      setFailure(null)
    })
  }, [draft, untouched, answers, step, type, keeper])

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
