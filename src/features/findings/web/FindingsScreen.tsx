import { Link } from '@tanstack/react-router'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { ShownFinding } from '../contract.ts'
import { type Verdict, verdicts } from '../finding.ts'
import { FindingCard } from './FindingCard.tsx'
import * as findingsStyles from './findings.module.css'
import { useFindingCreditorNames, useFindings } from './use-findings.ts'
import { verdictDisplay } from './VerdictPill.tsx'

/** All findings by verdict, most certain first. */
export const FindingsScreen = () => {
  const { data, error, isFetching, refetch } = useFindings()
  const nameOf = useFindingCreditorNames()
  return (
    <div className={layoutStyles.stack}>
      <div className={layoutStyles.stackSmall}>
        <Link className={layoutStyles.backLink} to="/disputes">
          <Icon name="left" small />
          All disputes
        </Link>
        <div>
          <h2>What we found in your report</h2>
          <p className={textStyles.muted}>These may or may not be errors. You decide what to dispute.</p>
        </div>
      </div>
      {data === undefined && error !== null && (
        <ErrorCard error={error} onRetry={() => void refetch()} busy={isFetching} />
      )}
      {data === undefined && error === null && <Waiting />}
      {data?.items.length === 0 && <Nothing />}
      {data !== undefined &&
        verdicts.map(verdict => (
          <Group
            key={verdict}
            verdict={verdict}
            items={data.items.filter(one => one.verdict === verdict)}
            nameOf={nameOf}
          />
        ))}
    </div>
  )
}

/** No findings, or no report yet. */
const Nothing = () => {
  const { data: analytics, error, isFetching, refetch } = useApiQuery(client.credit.analytics)
  if (analytics === undefined)
    return error === null ? (
      <Waiting />
    ) : (
      <ErrorCard error={error} onRetry={() => void refetch()} busy={isFetching} />
    )
  return (
    <div className={cardStyles.card}>
      {analytics.fullReport === null ? (
        <EmptyState
          icon="chart"
          title={analytics.message ?? 'You have no credit report yet.'}
          action={
            <Link {...buttonLook()} to="/analytics/$tab" params={{ tab: 'overview' }}>
              Go to Analytics
            </Link>
          }
        >
          What we find in your report appears here.
        </EmptyState>
      ) : (
        <EmptyState icon="check" title="Nothing in your report looks wrong to our checks.">
          You may know of other errors. Choose what to dispute in Disputes.
        </EmptyState>
      )}
    </div>
  )
}

type GroupProps = {
  verdict: Verdict
  items: readonly ShownFinding[]
  nameOf: (finding: ShownFinding) => string | null
}

const Group = ({ verdict, items, nameOf }: GroupProps) => {
  if (items.length === 0) return null
  const { label, about } = verdictDisplay[verdict]
  return (
    <section className={layoutStyles.stackSmall} aria-labelledby={`found-${verdict}`}>
      <div className={layoutStyles.sectionHeader}>
        <div>
          <h3 id={`found-${verdict}`}>
            {label} ({items.length})
          </h3>
          <p>{about}</p>
        </div>
      </div>
      <div className={findingsStyles.list}>
        {items.map(finding => (
          <FindingCard key={finding.id} finding={finding} name={nameOf(finding)} level={4} />
        ))}
      </div>
    </section>
  )
}

const Waiting = () => (
  <Loading what="what was found">
    <Skeleton height="12rem" />
    <Skeleton height="12rem" />
  </Loading>
)
