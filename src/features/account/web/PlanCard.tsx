import { useState } from 'react'
import type { UserInfo } from '#features/identity/contract.ts'
import { MaxPlanDialog, useMaxPlan } from '#features/identity/web/MaxPlanDialog.tsx'
import { usePermission } from '#features/identity/web/session.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import { SwitchRow } from '#web/ui/SwitchRow.tsx'
import * as textStyles from '#web/ui/text.module.css'
import * as accountStyles from './account.module.css'

/** The user's plan and what it shows. */
export const PlanCard = ({ max }: { max: boolean }) => (
  <section className={`${cardStyles.card} ${accountStyles.plan}`} aria-labelledby="plan">
    <header>
      <h2 className={textStyles.heading3} id="plan">
        Subscription Plan
      </h2>
      <Pill tone={max ? 'em2' : 'line'}>{max ? 'Premium' : 'Free'}</Pill>
    </header>
    <div>
      <p className={accountStyles.planName}>{max ? 'Max Plan' : 'Free Plan'}</p>
      <p className={textStyles.muted}>
        {max ? 'You see all three bureaus.' : 'You see your TransUnion file.'}
      </p>
    </div>
  </section>
)

/** The switch for all three bureaus. It opens a confirmation and changes nothing itself. */
export const MaxPlanCard = ({ user: { id, maxPlanEnabled: max, notOffered } }: { user: UserInfo }) => {
  const owner = usePermission('never')
  // If the operator's policy does not offer it, nobody can switch it on; switching it off is always possible.
  const barred = owner ?? (max ? null : (notOffered.maxPlan?.message ?? null))
  const [unknown, setUnknown] = useState(false)
  const [asked, setAsked] = useState<'on' | 'off' | null>(null)
  const change = useMaxPlan()
  const confirm = () => {
    setUnknown(id === '')
    if (id === '') setAsked(null)
    else change.mutate({ enabled: asked === 'on' }, { onSettled: () => setAsked(null) })
  }
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="max-plan">
      <SwitchRow
        id="max-plan"
        heading="h2"
        title="Enable Max Plan"
        on={max}
        busy={change.isPending}
        disabled={barred !== null}
        onSwitch={() => setAsked(max ? 'off' : 'on')}
      >
        See all three bureaus: TransUnion, Equifax and Experian.
      </SwitchRow>
      {barred !== null && <p className={textStyles.muted}>{barred}</p>}
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
        <MaxPlanDialog
          on={asked === 'on'}
          busy={change.isPending}
          onConfirm={confirm}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}
