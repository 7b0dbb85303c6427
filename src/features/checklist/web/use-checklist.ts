import { useEffect } from 'react'
import { usePermission } from '#features/identity/web/session.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'

/** Read again at each visit, since most steps are done on other screens. */
export const useChecklist = () => useApiQuery(client.checklist.read, undefined, { staleTime: 0 })

/** Records once that the found items were opened, while that is the next step. */
export const useReviewNoted = (): void => {
  const isOwner = usePermission('never') === null
  const { data } = useChecklist()
  const { mutate, isIdle } = useApiMutation(client.checklist.note, { refreshes: [client.checklist.read] })
  const due = isOwner && isIdle && data?.steps.some(({ id, state }) => id === 'review' && state === 'todo')
  useEffect(() => {
    if (due) mutate({ event: 'reviewed' })
  }, [due, mutate])
}
