import { showDay } from '#values/dates.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import textStyles from '#web/ui/text.module.css'
import type { Alert } from '../contract.ts'
import { AlertCard } from './AlertCard.tsx'
import alertsStyles from './alerts.module.css'

/** Every alert so far, by the day of the report that brought it, the newest first. */
export const AlertsScreen = () => {
  const { data, error, isFetching, refetch } = useApiQuery(client.alerts.list)
  return (
    <div className={layoutStyles.stack}>
      <div>
        <h2>What changed in your file</h2>
        <p className={`${textStyles.muted} ${alertsStyles.lead}`}>
          Each new report is compared with the one before it. You see new accounts, inquiries, derogatory
          marks and addresses here, and scores that fell by 10 points or more.
        </p>
      </div>
      {data === undefined && error !== null && (
        <ErrorCard error={error} onRetry={() => void refetch()} busy={isFetching} />
      )}
      {data === undefined && error === null && <Waiting />}
      {data?.data.length === 0 && (
        <div className={cardStyles.card}>
          <EmptyState icon="bell" title="No alerts yet">
            The first ones can come with your second report. We also email you if you agreed to notices in
            Profile.
          </EmptyState>
        </div>
      )}
      {data !== undefined &&
        byDay(data.data).map(([day, alerts]) => <Day key={day} day={day} alerts={alerts} />)}
    </div>
  )
}

const byDay = (alerts: readonly Alert[]) => [
  ...Map.groupBy(alerts, ({ createdAt }) => showDay(createdAt, browserTimeZone)),
]

const Day = ({ day, alerts }: { day: string; alerts: readonly Alert[] }) => (
  <section className={layoutStyles.stackSmall} aria-label={`Report received ${day}`}>
    <p className={`${textStyles.muted} ${textStyles.number}`}>Report received {day}</p>
    {alerts.map(alert => (
      <AlertCard key={alert.id} alert={alert} />
    ))}
  </section>
)

const Waiting = () => (
  <Loading what="alerts">
    <Skeleton height="8rem" />
    <Skeleton height="8rem" />
  </Loading>
)
