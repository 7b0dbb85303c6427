import { mostUrgent } from '#features/findings/most-urgent.ts'
import { FindingLead } from '#features/findings/web/FindingLead.tsx'
import { useFindings } from '#features/findings/web/use-findings.ts'
import { CreatedDisputes } from './CreatedDisputes.tsx'
import { TypeCards } from './TypeCards.tsx'
import { WaitingDrafts } from './WaitingDrafts.tsx'
import './disputes.css'

/** The Disputes section: what was begun, the most urgent thing found, what can be disputed, then what was created, newest first. */
export const DisputesScreen = () => {
  const { data: findings } = useFindings()
  const leads = findings !== undefined && mostUrgent(findings.items) !== null
  return (
    <div className="stack">
      <WaitingDrafts />
      <FindingLead />
      <TypeCards title={leads ? 'Or choose what to dispute' : 'Choose what to dispute'} />
      <CreatedDisputes />
    </div>
  )
}
