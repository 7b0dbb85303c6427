import { Link } from '@tanstack/react-router'
import { FindingAction } from '#features/findings/web/FindingAction.tsx'
import { describeMoreFindings } from '#features/findings/web/finding-words.ts'
import { useFindings } from '#features/findings/web/use-findings.ts'
import calloutStyles from '#web/ui/Callout.module.css'
import { describeOtherFindings } from './found-words.ts'

/**
 * What the finder found, below the one thing that leads: the way to dispute it when it is a finding itself, and how many
 * more there are. Nothing while the finder is asked or cannot be.
 */
export const FindingsSummary = ({ leading }: { leading: string | null }) => {
  const { data } = useFindings()
  if (data === undefined || data.items.length === 0) return null
  const lead = data.items.find(({ id }) => id === leading)
  return (
    <div className={calloutStyles.more}>
      {lead && <FindingAction finding={lead} name={null} />}
      <p>
        {lead ? describeMoreFindings(data.items) : describeOtherFindings(data.items)}{' '}
        <Link to="/disputes/found">See all found items</Link>
      </p>
    </div>
  )
}
