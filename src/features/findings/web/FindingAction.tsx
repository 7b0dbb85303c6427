import { Link } from '@tanstack/react-router'
import { usePermission } from '#features/identity/web/session.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { ShownFinding } from '../contract.ts'
import { ItemStates } from './ItemStates.tsx'

type Props = {
  finding: ShownFinding
  /** The creditor or item, for the accessible name of the link. */
  name: string | null
  main?: boolean
}

/**
 * Links to the wizard, or shows the state of a disputed item. Public records have no wizard, and staff see why they
 * cannot act.
 */
export const FindingAction = ({ finding, name, main = false }: Props) => {
  const barred = usePermission('assist')
  if (finding.disputeType === null)
    return (
      <p className={textStyles.muted}>
        We do not write letters about public records. Write to the bureau and enclose the court papers.
      </p>
    )
  const about = [name, finding.title].filter(part => part !== null).join(': ')
  const states = <ItemStates states={finding.states} name={about} />
  if (finding.handled || finding.states.some(({ state }) => state === 'relisted')) return states
  if (barred !== null)
    return (
      <>
        {states}
        <p className={textStyles.muted}>{barred}</p>
      </>
    )
  return (
    <div className={layoutStyles.stackSmall}>
      {states}
      <div>
        <Link
          {...buttonLook(main ? { variant: 'primary', size: 'big' } : {})}
          to="/disputes/new/$type"
          params={{ type: finding.disputeType }}
          search={{ found: finding.id }}
          aria-label={`Review this item: ${about}`}
        >
          Review this item
        </Link>
      </div>
    </div>
  )
}
