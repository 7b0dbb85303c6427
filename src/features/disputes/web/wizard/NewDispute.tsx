import { Link, useParams } from '@tanstack/react-router'
import { usePermission } from '#web/impersonation.ts'
import buttonStyles from '#web/ui/Button.module.css'
import cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { disputeTypeCards } from '../dispute-types.ts'
import { WizardLoader } from './WizardLoader.tsx'
import { findWizardType } from './wizard-types.ts'

/** A new dispute of the type in the address, for whom it may be made by. */
export const NewDispute = () => {
  const { type: named } = useParams({ strict: false })
  const barred = usePermission('assist')
  const type = findWizardType(named)
  if (type !== null && barred === null) return <WizardLoader key={type.type} type={type} />
  const card = disputeTypeCards.find(known => known.type === type?.type)
  const back = (
    <Link className={buttonStyles.button} data-slot="button" to="/disputes">
      Back to Disputes
    </Link>
  )
  return (
    <div className={cardStyles.card}>
      {card === undefined ? (
        <EmptyState icon="letter" title="There is no such dispute." action={back}>
          Choose a type in Disputes.
        </EmptyState>
      ) : (
        <EmptyState icon={card.icon} title={card.name} action={back}>
          {barred}
        </EmptyState>
      )}
    </div>
  )
}
