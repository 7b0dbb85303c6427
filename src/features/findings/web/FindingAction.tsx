import { Link } from '@tanstack/react-router'
import { usePermission } from '#features/identity/web/session.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { ShownFinding } from '../contract.ts'
import { describeFindingDispute } from './finding-text.ts'

type Props = {
  finding: ShownFinding
  /** The creditor or item, for the accessible name of the link. */
  name: string | null
  main?: boolean
}

/**
 * Links to the wizard, or to the dispute the item is already in. Public records have no wizard, and staff see
 * why they cannot act.
 */
export const FindingAction = ({ finding, name, main = false }: Props) => {
  const barred = usePermission('assist')
  if (finding.disputeType === null)
    return (
      <p className={textStyles.muted}>
        We do not write letters about public records. Write to the bureau and enclose the court papers.
      </p>
    )
  if (finding.dispute !== undefined) {
    const { id } = finding.dispute
    return (
      <div className={layoutStyles.stackSmall}>
        <p className={textStyles.muted}>{describeFindingDispute(finding.dispute)}</p>
        <div>
          <Link
            {...buttonLook()}
            to="/disputes/$disputeId"
            params={{ disputeId: id }}
            aria-label={['See the dispute', name, finding.title].filter(part => part !== null).join(': ')}
          >
            See the dispute
          </Link>
        </div>
      </div>
    )
  }
  if (barred !== null) return <p className={textStyles.muted}>{barred}</p>
  return (
    <Link
      {...buttonLook(main ? { variant: 'primary', size: 'big' } : {})}
      to="/disputes/new/$type"
      params={{ type: finding.disputeType }}
      search={{ found: finding.id }}
      aria-label={['Review this item', name, finding.title].filter(part => part !== null).join(': ')}
    >
      Review this item
    </Link>
  )
}
