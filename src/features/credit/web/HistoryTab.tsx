import { bureausInPlan } from '#features/identity/plan.ts'
import { useUser } from '#features/identity/web/session.ts'
import type { Bureau as BureauName } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { History, HistoryEntry } from '../contract.ts'
import { buildChartMonths } from './chart.ts'
import * as historyTabStyles from './HistoryTab.module.css'
import { type Change, scoreChange, scoreSpan, toLocalDay } from './history-text.ts'
import { ScoreChart } from './ScoreChart.tsx'
import { subscriptionLevel } from './use-analytics.ts'

export const HistoryTab = () => {
  const user = useUser()
  const { data, error, isPending, isFetching, refetch } = useApiQuery(client.credit.history, {
    level: subscriptionLevel(user),
  })
  const retry = () => void refetch()
  if (isPending) return <HistorySkeleton />
  if (!data) return <ErrorCard error={error} busy={isFetching} onRetry={retry} />
  return (
    <>
      {error && (
        <ErrorNote error={error} safe="Showing your last history." busy={isFetching} onRetry={retry} />
      )}
      <LoadedHistory history={data.history} bureaus={bureausInPlan(user.maxPlanEnabled ? 'max' : 'free')} />
    </>
  )
}

const LoadedHistory = ({
  history,
  bureaus,
}: {
  history: History['history']
  bureaus: readonly BureauName[]
}) => {
  const months = buildChartMonths(history, toLocalDay)
  if (months.length === 0)
    return (
      <div className={cardStyles.card}>
        <EmptyState icon="chart" title="No credit history available yet.">
          History will be available after your next credit report refresh.
        </EmptyState>
      </div>
    )
  return (
    <>
      <ScoreChart months={months} bureaus={bureaus} />
      {bureaus.map(bureau => (
        <BureauHistory key={bureau} bureau={bureau} entries={history[bureau] ?? []} />
      ))}
    </>
  )
}

const HistorySkeleton = () => (
  <Loading what="your history">
    <Skeleton height="29rem" />
    <Skeleton height="22rem" />
  </Loading>
)

const heads = ['Date', 'Score', 'Change', 'Notable Changes'] as const

type BureauHistoryProps = { bureau: BureauName; entries: readonly HistoryEntry[] }

export const BureauHistory = ({ bureau, entries }: BureauHistoryProps) => {
  const heading = `history-${bureau}`
  const span = scoreSpan(entries)
  return (
    <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby={heading}>
      <header>
        <h2 id={heading} className={textStyles.heading3}>
          <Bureau bureau={bureau} />
        </h2>
        {span && (
          <span className={`${textStyles.muted} ${textStyles.number}`}>
            {span.first.scoreNew} to {span.last.scoreNew},{' '}
            <ChangeText change={scoreChange(span.last.scoreNew, span.first.scoreNew)} /> since{' '}
            {showDate(toLocalDay(span.first.reportTime))}
          </span>
        )}
      </header>
      {entries.length === 0 ? (
        <p className={cardStyles.emptyText}>No history available for this bureau.</p>
      ) : (
        <ResponsiveTable
          headers={heads}
          labelledBy={heading}
          className={historyTabStyles.history}
          rightAligned={['Score', 'Change']}
          columns={[
            historyTabStyles.dateColumn,
            historyTabStyles.scoreColumn,
            historyTabStyles.changeColumn,
            undefined,
          ]}
        >
          {entries.map((entry, place) => (
            <HistoryRow
              key={`${entry.reportTime} ${place}`}
              entry={entry}
              day={toLocalDay(entry.reportTime)}
            />
          ))}
        </ResponsiveTable>
      )}
    </section>
  )
}

const ChangeText = ({ change }: { change: Change | null }) => {
  if (change === null) return <span className={textStyles.dim}>-</span>
  return (
    <span
      className={
        change.tone === null
          ? historyTabStyles.change
          : `${historyTabStyles.change} ${change.tone === 'up' ? historyTabStyles.up : historyTabStyles.down}`
      }
    >
      {change.text}
    </span>
  )
}

const HistoryRow = ({ entry, day }: { entry: HistoryEntry; day: string }) => (
  <tr role="row">
    <td role="cell" className={textStyles.number}>
      {showDate(day)}
    </td>
    <td role="cell" className={`${responsiveTableStyles.alignEnd} ${historyTabStyles.score}`}>
      {entry.scoreNew ?? '-'}
    </td>
    <td role="cell" className={responsiveTableStyles.alignEnd}>
      <ChangeText change={scoreChange(entry.scoreNew, entry.scoreOld)} />
    </td>
    <td role="cell" className={`${historyTabStyles.changes} ${responsiveTableStyles.fullWidth}`}>
      {entry.changes.length === 0 && <span className={textStyles.dim}>No changes recorded</span>}
      {entry.changes.map(({ title, summary }, place) => (
        <div key={`${title} ${place}`}>
          <b>{/[.?]$/.test(title) ? title : `${title}.`}</b>{' '}
          <span className={textStyles.muted}>{summary}</span>
        </div>
      ))}
    </td>
  </tr>
)
