import { Link } from '@tanstack/react-router'
import { FindingAct } from '#features/findings/web/FindingAct.tsx'
import { moreWords } from '#features/findings/web/finding-words.ts'
import { useFindings } from '#features/findings/web/use-findings.ts'
import { foundWords } from './found-words.ts'

/**
 * What the finder found, below the one thing that leads: the way to dispute it when it is a finding itself, and how many
 * more there are. Nothing while the finder is asked or cannot be.
 */
export const FoundItems = ({ leading }: { leading: string | null }) => {
  const { data } = useFindings()
  if (data === undefined || data.items.length === 0) return null
  const lead = data.items.find(({ id }) => id === leading)
  return (
    <div className="more">
      {lead && <FindingAct finding={lead} name={null} />}
      <p>
        {lead ? moreWords(data.items) : foundWords(data.items)}{' '}
        <Link to="/disputes/found">See all found items</Link>
      </p>
    </div>
  )
}
