import { useState } from 'react'
import { selectLeadFinding } from '#features/findings/ranking.ts'
import { LeadFinding } from '#features/findings/web/LeadFinding.tsx'
import { useFindings } from '#features/findings/web/use-findings.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Loading } from '#web/ui/Loading.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { CreatedDisputes } from './CreatedDisputes.tsx'
import { pollWhileMailing } from './letters/handing-over.ts'
import { TypeCards } from './TypeCards.tsx'
import { useDrafts } from './use-drafts.ts'
import { WaitingDrafts } from './WaitingDrafts.tsx'

/**
 * The Disputes section: what was begun, the most urgent thing found, what can be disputed, then what was created, newest
 * first. It waits for the first two, whose height nobody knows before: what stands below would jump.
 */
export const DisputesScreen = () => {
  const analytics = useApiQuery(client.credit.analytics)
  const findings = useFindings()
  const drafts = useDrafts()
  const [looks] = useState(() => pollWhileMailing())
  const disputes = useApiQuery(client.disputes.list, undefined, {
    refetchInterval: latest => looks(latest ?? []),
  })
  if (!analytics.isFetched || !findings.isFetched || drafts === undefined) return <Waiting />
  const leads = findings.data !== undefined && selectLeadFinding(findings.data.items) !== null
  return (
    <div className={layoutStyles.stack}>
      <WaitingDrafts drafts={drafts} />
      <LeadFinding />
      <TypeCards title={leads ? 'Or choose what to dispute' : 'Choose what to dispute'} />
      <CreatedDisputes asked={disputes} />
    </div>
  )
}

const Waiting = () => (
  <Loading what="what was found">
    <Skeleton height="13rem" />
    <Skeleton height="18rem" />
    <Skeleton height="14rem" />
  </Loading>
)
