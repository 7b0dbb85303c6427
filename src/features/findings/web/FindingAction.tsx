import { Link } from '@tanstack/react-router'
import { usePermission } from '#web/opened.ts'
import type { ShownFinding } from '../contract.ts'
import { describeFindingDispute } from './finding-words.ts'

type Props = {
  finding: ShownFinding
  /** What it is about, in the name of the act; null when its title says it. */
  name: string | null
  /** The one main button of its screen. */
  main?: boolean
}

/**
 * The way from a finding to the wizard of its kind, where it stands first with nothing chosen; of a public record, which
 * has no wizard, and in an account opened for reading, the reason why there is none. What is in dispute leads to its dispute.
 */
export const FindingAction = ({ finding, name, main = false }: Props) => {
  const barred = usePermission('assist')
  if (finding.disputeType === null)
    return (
      <p className="muted">
        Letters about public records are not made here. Write to the bureau, and enclose the court’s papers.
      </p>
    )
  if (finding.dispute !== undefined) {
    const { id } = finding.dispute
    return (
      <div className="stack-s">
        <p className="muted">{describeFindingDispute(finding.dispute)}</p>
        <div>
          <Link
            className="btn"
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
  if (barred !== null) return <p className="muted">{barred}</p>
  return (
    <Link
      className={main ? 'btn pri big' : 'btn'}
      to="/disputes/new/$type"
      params={{ type: finding.disputeType }}
      search={{ found: finding.id }}
      aria-label={['Review this item', name, finding.title].filter(part => part !== null).join(': ')}
    >
      Review this item
    </Link>
  )
}
