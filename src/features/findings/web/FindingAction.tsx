import { Link } from '@tanstack/react-router'
import { usePermission } from '#web/opened.ts'
import buttonStyles from '#web/ui/Button.module.css'
import layoutStyles from '#web/ui/layout.module.css'
import textStyles from '#web/ui/text.module.css'
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
      <p className={textStyles.muted}>
        Letters about public records are not made here. Write to the bureau, and enclose the court’s papers.
      </p>
    )
  if (finding.dispute !== undefined) {
    const { id } = finding.dispute
    return (
      <div className={layoutStyles.stackSmall}>
        <p className={textStyles.muted}>{describeFindingDispute(finding.dispute)}</p>
        <div>
          <Link
            className={buttonStyles.button}
            data-slot="button"
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
      className={
        main ? `${buttonStyles.button} ${buttonStyles.primary} ${buttonStyles.big}` : buttonStyles.button
      }
      to="/disputes/new/$type"
      params={{ type: finding.disputeType }}
      search={{ found: finding.id }}
      aria-label={['Review this item', name, finding.title].filter(part => part !== null).join(': ')}
    >
      Review this item
    </Link>
  )
}
