import { usePermission, useUser } from '#features/identity/web/session.ts'
import { showDay } from '#values/dates.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'

/** Shown above every section while the account is to be deleted: when, and how to keep it. */
export const DeletionNote = () => {
  const { deletionAt } = useUser()
  const barred = usePermission('never')
  const keep = useApiMutation(client.account.restore, { refreshes: [client.identity.me] })
  if (deletionAt === null)
    return keep.isSuccess ? (
      <Note tone="green" role="status">
        Your account is kept.
      </Note>
    ) : null
  return (
    <>
      <Note
        tone="red"
        title={`Your account will be deleted on ${showDay(deletionAt, browserTimeZone)}.`}
        action={
          barred === null && (
            <Button size="small" busy={keep.isPending} onClick={() => keep.mutate()}>
              Keep my account
            </Button>
          )
        }
      >
        {barred === null ? 'You asked for this. Until then you can keep it.' : 'The client asked for this.'}
      </Note>
      {keep.error && <ErrorNote error={keep.error} safe="Your account is still to be deleted." />}
    </>
  )
}
