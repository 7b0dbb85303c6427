import { useState } from 'react'
import { MaxPlanDialog } from '#features/identity/web/MaxPlanDialog.tsx'
import { useApiMutation } from '#web/api-hooks.ts'
import { client as server } from '#web/client.ts'
import type { Client } from '../contract.ts'

/** `whom` names the client as nobody else in the list. */
type ClientPlanProps = { client: Client; name: string; whom: string }

/** The switch for a client's three bureaus. It changes nothing by itself: it asks first (specification section 4). */
export const ClientPlan = ({ client, name, whom }: ClientPlanProps) => {
  const [asked, setAsked] = useState<'on' | 'off' | null>(null)
  const change = useApiMutation(server.staff.setClientPlan, { refreshes: [server.staff.clients] })
  const confirm = () =>
    change.mutate({ clientId: client.id, enabled: asked === 'on' }, { onSuccess: () => setAsked(null) })
  return (
    <>
      <button
        className="switch"
        type="button"
        role="switch"
        aria-checked={client.subscription}
        aria-label={`Max Plan of ${whom}`}
        aria-disabled={change.isPending || undefined}
        onClick={() => {
          if (change.isPending) return
          change.reset()
          setAsked(client.subscription ? 'off' : 'on')
        }}
      />
      {asked && (
        <MaxPlanDialog
          on={asked === 'on'}
          client={name}
          busy={change.isPending}
          error={change.error}
          onConfirm={confirm}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
