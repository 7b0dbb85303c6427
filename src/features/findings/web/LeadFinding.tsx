import { Link } from '@tanstack/react-router'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import type { ShownFinding } from '../contract.ts'
import { selectLeadFinding } from '../ranking.ts'
import { FindingAction } from './FindingAction.tsx'
import { describeFoundItems } from './finding-text.ts'
import * as findingsStyles from './findings.module.css'
import { useFindingCreditorNames, useFindings } from './use-findings.ts'
import { VerdictPill } from './VerdictPill.tsx'

/**
 * Leads the Disputes screen with the most urgent finding. Renders nothing while loading or on failure, since the disputes
 * below are still usable.
 */
export const LeadFinding = () => {
  const analytics = useApiQuery(client.credit.analytics)
  const findings = useFindings()
  // Without a report, an empty list means nothing.
  if (findings.data === undefined || (analytics.data?.fullReport ?? null) === null) return null
  const { items } = findings.data
  const finding = selectLeadFinding(items)
  if (finding !== null) return <Lead finding={finding} items={items} />
  return items.length === 0 ? <NothingFound /> : <AllDisputed items={items} />
}

const NothingFound = () => (
  <Note tone="plain" icon="check" title="We found nothing that looks wrong in your report">
    Our checks look for values that conflict or differ between bureaus. You may know of other errors: choose
    what to dispute below.
  </Note>
)

const AllDisputed = ({ items }: { items: readonly ShownFinding[] }) => (
  <Note tone="plain" icon="check" title={describeFoundItems(items)}>
    Record each answer below when it comes.{' '}
    <Link className={findingsStyles.allLink} to="/disputes/found">
      See all found items
      <Icon name="right" small />
    </Link>
  </Note>
)

const Lead = ({ finding, items }: { finding: ShownFinding; items: readonly ShownFinding[] }) => {
  const name = useFindingCreditorNames()(finding)
  return (
    <section className={findingsStyles.lead} aria-labelledby="found">
      <div>
        <p className={`${layoutStyles.row} ${findingsStyles.bureaus}`}>
          <VerdictPill finding={finding} />
          {finding.bureaus.map(bureau => (
            <Bureau key={bureau} bureau={bureau} />
          ))}
        </p>
        {name !== null && <p className={findingsStyles.about}>{name}</p>}
        <h2 id="found">{finding.title}</h2>
        <p>{finding.explanation}</p>
        <p>
          {describeFoundItems(items)}{' '}
          <Link className={findingsStyles.allLink} to="/disputes/found">
            See all found items
            <Icon name="right" small />
          </Link>
        </p>
      </div>
      <FindingAction finding={finding} name={name} main />
    </section>
  )
}
