import { useState } from 'react'
import type { UserInfo } from '#features/identity/contract.ts'
import { useAct } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { useBarred } from '#web/opened.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'

/** The switch for all three bureaus. It changes nothing by itself: it asks first (specification section 4). */
export const MaxPlanCard = ({ user: { id, maxPlanEnabled: max } }: { user: UserInfo }) => {
  const barred = useBarred('never')
  const [unknown, setUnknown] = useState(false)
  const [asked, setAsked] = useState<'on' | 'off' | null>(null)
  const change = useAct(client.identity.setMaxPlan, {
    refreshes: [
      client.identity.me,
      client.credit.analytics,
      client.findings.list,
      client.alerts.list,
      client.disputes.list,
    ],
  })
  // Once confirmed it cannot be called off, so the dialog does not look as if it could.
  const close = () => !change.isPending && setAsked(null)
  const confirm = () => {
    setUnknown(id === '')
    if (id === '') setAsked(null)
    else change.mutate({ enabled: asked === 'on' }, { onSettled: () => setAsked(null) })
  }
  return (
    <section className="card stack-s" aria-labelledby="max-plan">
      <div className="sw-row">
        <div>
          <h2 className="h3" id="max-plan">
            Enable Max Plan
          </h2>
          <p className="muted" id="max-plan-text">
            See all three bureaus: TransUnion, Equifax and Experian.
          </p>
        </div>
        <button
          className="switch"
          type="button"
          role="switch"
          aria-checked={max}
          aria-labelledby="max-plan"
          aria-describedby="max-plan-text"
          aria-disabled={change.isPending || undefined}
          disabled={barred !== null}
          onClick={() => !change.isPending && setAsked(max ? 'off' : 'on')}
        />
      </div>
      {barred !== null && <p className="muted">{barred}</p>}
      {unknown && (
        <Note tone="red" role="alert" title="User ID not available">
          Your plan was not changed.
        </Note>
      )}
      {change.error && <ErrorNote error={change.error} safe="Your plan was not changed." />}
      {change.isSuccess && (
        <Note tone="green" role="status">
          {max ? 'Max Plan is on.' : 'Max Plan is off.'}
        </Note>
      )}
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
          {asked === 'on'
            ? 'You will see your scores and reports from all three bureaus: TransUnion, Equifax and Experian.'
            : 'You will see TransUnion only. What Equifax and Experian report comes back if you enable Max Plan again.'}
        </Dialog>
      )}
    </section>
  )
}
