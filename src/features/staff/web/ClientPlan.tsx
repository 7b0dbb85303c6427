import { useState } from 'react'
import { useAct } from '#web/ask.ts'
import { client as server } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import type { Client } from '../contract.ts'

/** `whom` names the client as nobody else in the list. */
type ClientPlanProps = { client: Client; name: string; whom: string }

/** The switch for a client's three bureaus. It changes nothing by itself: it asks first (specification section 4). */
export const ClientPlan = ({ client, name, whom }: ClientPlanProps) => {
  const [asked, setAsked] = useState<'on' | 'off' | null>(null)
  const change = useAct(server.staff.setClientPlan, { refreshes: [server.staff.clients] })
  const close = () => !change.isPending && setAsked(null)
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
        <Dialog
          title={asked === 'on' ? 'Enable Max Plan?' : 'Disable Max Plan?'}
          onClose={close}
          buttons={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button kind="primary" busy={change.isPending} onClick={confirm}>
                Confirm
              </Button>
            </>
          }
        >
          <p className="muted">
            {asked === 'on'
              ? `${name} will see scores and reports from all three bureaus: TransUnion, Equifax and Experian.`
              : `${name} will see TransUnion only. What Equifax and Experian report comes back if you enable Max Plan again.`}
          </p>
          {change.error && <ErrorNote error={change.error} safe="The plan was not changed." />}
        </Dialog>
      )}
    </>
  )
}
