import type { ReactNode } from 'react'
import { bureausInPlan } from '#features/identity/plan.ts'
import { useUser } from '#features/identity/web/session.ts'
import { GetReportActions } from '#features/reports/web/GetReportActions.tsx'
import type { Bureau as BureauName } from '#values/bureau.ts'
import { showDate, showDay } from '#values/dates.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Analytics, History, HistoryEntry } from '../contract.ts'
import { ChangeText } from './ChangeText.tsx'
import { buildChartMonths, onlyReportDay } from './chart.ts'
import * as historyTabStyles from './HistoryTab.module.css'
import { describeNextReport, scoreChange, scoreSpan, toLocalDay } from './history-text.ts'
import { ScoreChart } from './ScoreChart.tsx'
import { TabSkeleton } from './TabSkeleton.tsx'
import { subscriptionLevel } from './use-analytics.ts'

export const HistoryTab = ({ report }: { report: Analytics['report'] }) => {
  const user = useUser()
  const { data, error, isPending, isFetching, refetch } = useApiQuery(client.credit.history, {
    level: subscriptionLevel(user),
  })
  const retry = () => void refetch()
  if (isPending) return <TabSkeleton tab="history" />
  if (!data) return <ErrorCard error={error} busy={isFetching} onRetry={retry} />
  return (
    <>
      {error && (
        <ErrorNote error={error} safe="Showing your last history." busy={isFetching} onRetry={retry} />
      )}
      <LoadedHistory
        history={data.history}
        bureaus={bureausInPlan(user.maxPlanEnabled ? 'max' : 'free')}
        isPulled={user.enrolled && report !== null && report.origin !== 'import'}
        action={report === null && <GetReportActions />}
      />
    </>
  )
}

type LoadedHistoryProps = {
  history: History['history']
  bureaus: readonly BureauName[]
  /** Whether reports are pulled from the bureaus every month. */
  isPulled: boolean
  /** Shown if there is no history. */
  action: ReactNode
}

const LoadedHistory = ({ history, bureaus, isPulled, action }: LoadedHistoryProps) => {
  const months = buildChartMonths(history, toLocalDay)
  if (months.length === 0)
    return (
      <div className={cardStyles.card}>
        <EmptyState icon="chart" title="No credit history available yet." action={action}>
          History will be available after your next credit report refresh.
        </EmptyState>
      </div>
    )
  const only = onlyReportDay(months)
  return (
    <>
      {only === null ? (
        <ScoreChart
          months={months}
          bureaus={bureaus}
          trends={bureaus.flatMap(bureau => {
            const span = scoreSpan(history[bureau] ?? [])
            return span === null ? [] : [{ bureau, ...span }]
          })}
        />
      ) : (
        <FirstReport day={only} isPulled={isPulled} />
      )}
      {bureaus.map(bureau => (
        <BureauHistory key={bureau} bureau={bureau} entries={history[bureau] ?? []} />
      ))}
    </>
  )
}

/** A line needs two points. */
const FirstReport = ({ day, isPulled }: { day: string; isPulled: boolean }) => (
  <figure className={cardStyles.card} aria-labelledby="score-trend">
    <header>
      <div>
        <h2 id="score-trend">Credit Score Trend</h2>
        <p>Credit score changes over the last 6 months</p>
      </div>
    </header>
    <p className={historyTabStyles.firstReport}>
      <b>Your first report is of {showDay(day)}.</b> {describeNextReport(day, isPulled)} From then on you see
      a line for each bureau.
    </p>
  </figure>
)

const heads = ['Date', 'Score', 'Change', 'Notable Changes'] as const

type BureauHistoryProps = { bureau: BureauName; entries: readonly HistoryEntry[] }

const BureauHistory = ({ bureau, entries }: BureauHistoryProps) => {
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

const HistoryRow = ({ entry, day }: { entry: HistoryEntry; day: string }) => (
  <tr role="row">
    <td role="cell" className={textStyles.number}>
      {showDate(day)}
    </td>
    <td role="cell" className={`${responsiveTableStyles.alignEnd} ${historyTabStyles.score}`}>
      {entry.scoreNew ?? '-'}
    </td>
    <td role="cell" className={responsiveTableStyles.alignEnd}>
      <ChangeText change={entry.modelChanged ? null : scoreChange(entry.scoreNew, entry.scoreOld)} />
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
