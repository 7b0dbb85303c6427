import { Link } from '@tanstack/react-router'
import { describeState } from '#features/findings/item-state-words.ts'
import { useItemStates } from '#features/findings/web/ItemStates.tsx'
import { usePermission } from '#features/identity/web/session.ts'
import { localToday } from '#features/reports/web/parts-text.ts'
import { Pill } from '#web/ui/Pill.tsx'
import type { Act } from '../contract.ts'
import * as styles from './FactorCard.module.css'
import { payPlanAnchor } from './PayPlans.tsx'
import { findBasisLocation } from './tabs.ts'

/** What can be done about a recommendation, as links. */
export const ActionLinks = ({ actions }: { actions: readonly Act[] }) =>
  actions.length > 0 && (
    <span className={styles.actions}>
      {actions.map(action => (
        <ActionLink key={action.kind} action={action} />
      ))}
    </span>
  )

const ActionLink = ({ action }: { action: Act }) => {
  if (action.kind === 'dispute') return <DisputeLink action={action} />
  if (action.kind === 'pay_plan')
    return (
      <Link
        to="/analytics/$tab"
        params={{ tab: 'overview' }}
        hash={payPlanAnchor}
        replace
        onClick={() => document.getElementById(payPlanAnchor)?.focus({ preventScroll: true })}
      >
        See the pay plan
      </Link>
    )
  const place = findBasisLocation(action)
  return (
    place && (
      <Link
        to="/analytics/$tab"
        params={{ tab: place.tab }}
        hash={place.id}
        hashScrollIntoView={false}
        aria-label={`See it in your report: ${action.label}`}
      >
        See it in your report
      </Link>
    )
  )
}

type Dispute = Extract<Act, { kind: 'dispute' }>

/** Shows the state of a disputed item instead. Renders nothing for staff who may not dispute. */
export const DisputeLink = ({
  action: { type, itemId, bureaus, label },
}: {
  action: Omit<Dispute, 'kind'>
}) => {
  const statesOf = useItemStates()
  const barred = usePermission('assist')
  const [state] = statesOf(
    type === 'account' ? { kind: type, id: itemId } : { kind: type, ids: [itemId] },
  ).filter(({ bureau }) => bureaus.includes(bureau))
  if (state !== undefined) {
    const words = describeState(state, localToday())
    return (
      <>
        <Pill tone={words.tone}>{words.label}</Pill>
        <Link
          to="/disputes/$disputeId"
          params={{ disputeId: state.disputeId }}
          aria-label={`See the dispute: ${label}`}
        >
          See the dispute
        </Link>
      </>
    )
  }
  if (barred !== null) return null
  return (
    <Link
      to="/disputes/new/$type"
      params={{ type }}
      search={{ items: itemId, bureaus: bureaus.join(',') }}
      aria-label={`Dispute: ${label}`}
    >
      Dispute
    </Link>
  )
}
