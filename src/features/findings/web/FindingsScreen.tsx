import { Link } from '@tanstack/react-router'
import { usePermission } from '#features/identity/web/session.ts'
import { noReportMessage } from '#features/reports/refresh-rules.ts'
import { GetReportActions } from '#features/reports/web/GetReportActions.tsx'
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
import { verdicts } from '../finding.ts'
import { maxItems } from '../reasons.ts'
import { FindingRow } from './FindingRow.tsx'
import { describeFoundItems } from './finding-text.ts'
import * as findingsStyles from './findings.module.css'
import { useFindingCreditorNames, useFindings } from './use-findings.ts'
import { verdictDisplay } from './VerdictPill.tsx'

/** All findings by verdict, most certain first; then those that the user has disputed. */
export const FindingsScreen = () => {
  const { data, error, isFetching, refetch } = useFindings()
  return (
    <div className={layoutStyles.stack}>
      <div className={layoutStyles.stackSmall}>
        <Link className={layoutStyles.backLink} to="/disputes">
          <Icon name="left" small />
          All disputes
        </Link>
        <div>
          <h2>What we found in your report</h2>
          {data !== undefined && data.items.length > 0 && <p>{describeFoundItems(data.items)}</p>}
          <p className={textStyles.muted}>
            These may or may not be errors. You decide what to dispute. A few letters at a time work best: a
            bureau may turn down many disputes at once as frivolous.
          </p>
        </div>
      </div>
      {data === undefined && error !== null && (
        <ErrorCard error={error} onRetry={() => void refetch()} busy={isFetching} />
      )}
      {data === undefined && error === null && <Waiting />}
      {data?.items.length === 0 && <Nothing />}
      {data !== undefined && data.items.length > 0 && <Found items={data.items} />}
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
        <EmptyState icon="chart" title={analytics.message ?? noReportMessage} action={<GetReportActions />}>
          What we find in your report appears here.
        </EmptyState>
      ) : (
        <EmptyState icon="check" title="Our checks found nothing wrong in your report.">
          You may know of other errors. Choose what to dispute in Disputes.
        </EmptyState>
      )}
    </div>
  )
}

const Found = ({ items }: { items: readonly ShownFinding[] }) => {
  const open = items.filter(({ handled }) => !handled)
  const disputed = items.filter(({ handled }) => handled)
  return (
    <>
      {verdicts.map(verdict => {
        const { label, about } = verdictDisplay[verdict]
        const own = open.filter(one => one.verdict === verdict)
        return <Group key={verdict} id={verdict} label={label} about={about} items={own} />
      })}
      <Group
        id="disputed"
        label="Disputed"
        about="What became of each item, and what you can do next."
        items={disputed}
      />
    </>
  )
}

type GroupProps = { id: string; label: string; about: string; items: readonly ShownFinding[] }

const Group = ({ id, label, about, items }: GroupProps) => {
  const nameOf = useFindingCreditorNames()
  if (items.length === 0) return null
  return (
    <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby={`found-${id}`}>
      <header>
        <div>
          <h3 id={`found-${id}`}>
            {label} ({items.length})
          </h3>
          <p>{about}</p>
        </div>
      </header>
      {[...Map.groupBy(items, ({ title }) => title)].map(([title, alike]) => (
        <div key={title} className={findingsStyles.kind}>
          <DisputeTogether title={title} findings={alike} />
          {alike.map(finding => (
            <FindingRow key={finding.id} finding={finding} name={nameOf(finding)} />
          ))}
        </div>
      ))}
    </section>
  )
}

/**
 * Combines several findings of one kind into one dispute. Renders nothing for a single one, or for staff who may not
 * dispute.
 */
const DisputeTogether = ({ title, findings }: { title: string; findings: readonly ShownFinding[] }) => {
  const barred = usePermission('assist')
  const [first, ...others] = findings
    .filter(({ disputeType, handled }) => disputeType !== null && !handled)
    .slice(0, maxItems)
  if (barred !== null || first === undefined || first.disputeType === null || others.length === 0) return null
  const count = others.length + 1
  return (
    <div className={findingsStyles.together}>
      <p>
        <b>
          {title} ({findings.length})
        </b>
      </p>
      <Link
        {...buttonLook()}
        to="/disputes/new/$type"
        params={{ type: first.disputeType }}
        search={{ found: [first, ...others].map(({ id }) => id).join(',') }}
        aria-label={`Review these ${count} together: ${title}`}
      >
        Review these {count} together
      </Link>
    </div>
  )
}

const Waiting = () => (
  <Loading what="what was found">
    <Skeleton height="12rem" />
    <Skeleton height="12rem" />
  </Loading>
)
