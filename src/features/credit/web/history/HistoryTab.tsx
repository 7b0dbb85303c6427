import { bureausInPlan } from '#features/identity/plan.ts'
import type { Bureau } from '#values/bureau.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useUser } from '#web/session.ts'
import cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { History } from '../../contract.ts'
import { subscriptionLevel } from '../level.ts'
import { BureauHistory } from './BureauHistory.tsx'
import { buildChartMonths } from './chart-months.ts'
import { toLocalDay } from './local-day.ts'
import { ScoreChart } from './ScoreChart.tsx'

/** Six months of scores per bureau of the plan: the chart, then a table a bureau. */
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
        <ErrorNote error={error} safe="You see the history as it was." busy={isFetching} onRetry={retry} />
      )}
      <LoadedHistory history={data.history} bureaus={bureausInPlan(user.maxPlanEnabled ? 'max' : 'free')} />
    </>
  )
}

const LoadedHistory = ({ history, bureaus }: { history: History['history']; bureaus: readonly Bureau[] }) => {
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

/** Blocks of the chart's and the tables' size. */
const HistorySkeleton = () => (
  <Loading what="your history">
    <Skeleton height="29rem" />
    <Skeleton height="22rem" />
  </Loading>
)
