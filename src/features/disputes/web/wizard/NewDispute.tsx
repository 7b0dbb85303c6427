import { Link, useParams } from '@tanstack/react-router'
import { useBarred } from '#web/opened.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { disputeTypes } from '../dispute-types.ts'
import { WizardGround } from './WizardGround.tsx'
import { wizardTypeOf } from './wizard-types.ts'
import '../disputes.css'

/** A new dispute of the type in the address, for whom it may be made by. */
export const NewDispute = () => {
  const { type: named } = useParams({ strict: false })
  const barred = useBarred('assist')
  const type = wizardTypeOf(named)
  if (type !== null && barred === null) return <WizardGround key={type.type} type={type} />
  const card = disputeTypes.find(known => known.type === type?.type)
  const back = (
    <Link className="btn" to="/disputes">
      Back to Disputes
    </Link>
  )
  return (
    <div className="card">
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
