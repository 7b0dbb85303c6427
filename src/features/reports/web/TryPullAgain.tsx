import { usePermission } from '#features/identity/web/session.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { isOffered } from '#web/capabilities.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'

/** Retries a pull after the bureaus returned no report; empty if that is not possible now. */
export const TryPullAgain = () => {
  const isOwner = usePermission('never') === null
  const { data } = useApiQuery(client.reports.pullState, undefined, {
    enabled: isOwner && isOffered('pulls'),
  })
  const again = useApiMutation(client.reports.pullAgain, {
    refreshes: [client.credit.analytics, client.reports.pullState],
  })
  if (data?.mayTryAgain !== true) return null
  return (
    <>
      {again.error && <ErrorNote error={again.error} />}
      <div>
        <Button
          icon="refresh"
          busy={again.isPending}
          busyText="Asking..."
          onClick={() => again.mutate(undefined)}
        >
          Try now
        </Button>
      </div>
    </>
  )
}
