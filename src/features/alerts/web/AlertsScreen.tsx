import { Link } from '@tanstack/react-router'
import { ItemStates, useItemStates } from '#features/findings/web/ItemStates.tsx'
import { usePermission } from '#features/identity/web/session.ts'
import { showDay } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { alertAdvice } from '../alert-text.ts'
import type { AlertKind } from '../alerts.ts'
import type { Alert } from '../contract.ts'
import { AlertActions, DisputeTogether, disputedItem } from './AlertActions.tsx'
import { findAlertLocation } from './alert-location.ts'
import * as alertsStyles from './alerts.module.css'

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
            Alerts start with your second report. We also email you if you turned on notices in Profile.
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
    <DisputeTogether alerts={alerts} />
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

const icons = {
  account: 'card',
  inquiry: 'search',
  derogatory: 'flag',
  address: 'home',
  score: 'down',
} as const satisfies Record<AlertKind, IconName>

/** Following a link marks the alert as read; staff read without marking. */
export const AlertCard = ({ alert }: { alert: Alert }) => {
  const barred = usePermission('never') !== null
  const read = useApiMutation(client.alerts.read, { refreshes: [client.alerts.list] })
  const markRead = () => {
    if (!alert.read && !barred) read.mutate({ alertId: alert.id })
  }
  const { id, kind, title, items } = alert
  return (
    <article className={`${cardStyles.card} ${alertsStyles.alert}`} aria-labelledby={`alert-${id}`}>
      <span className={alertsStyles.icon}>
        <Icon name={icons[kind]} />
      </span>
      <div className={layoutStyles.stackSmall}>
        <div className={layoutStyles.row}>
          <h3 className={textStyles.heading3} id={`alert-${id}`}>
            {title}
          </h3>
          {!alert.read && <Pill tone="blue">New</Pill>}
        </div>
        <ul className={alertsStyles.items}>
          {items.map(item => (
            <AlertLine key={`${item.bureau} ${item.text}`} kind={kind} item={item} onGo={markRead} />
          ))}
        </ul>
        <p className={`${textStyles.muted} ${alertsStyles.advice}`}>{alertAdvice[kind]}</p>
        <AlertActions alert={alert} onGo={markRead} />
        {read.error && <ErrorNote error={read.error} onRetry={markRead} />}
      </div>
      {!alert.read && !barred && (
        <Button size="small" busy={read.isPending} onClick={markRead} aria-describedby={`alert-${id}`}>
          Mark as read
        </Button>
      )}
    </article>
  )
}

type Item = Alert['items'][number]

type LineProps = { kind: AlertKind; item: Item; onGo: () => void }

const AlertLine = ({ kind, item, onGo }: LineProps) => {
  const { tab, id } = findAlertLocation(kind, item)
  const disputed = disputedItem(item)
  const stateOf = useItemStates()
  const states = disputed === null ? [] : stateOf(disputed).filter(({ bureau }) => bureau === item.bureau)
  // The stored text is a sentence, the link a name.
  const name = item.text.replace(/\.$/, '')
  return (
    <li>
      <Bureau bureau={item.bureau} />
      <Link to="/analytics/$tab" params={{ tab }} hash={id} hashScrollIntoView={false} onClick={onGo}>
        {name}
      </Link>
      {states.length > 0 && (
        <div className={alertsStyles.states}>
          <ItemStates states={states} name={name} namesBureau={false} />
        </div>
      )}
    </li>
  )
}
