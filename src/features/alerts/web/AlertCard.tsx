import { Link } from '@tanstack/react-router'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { usePermission } from '#web/opened.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Button } from '#web/ui/Button.tsx'
import cardStyles from '#web/ui/Card.module.css'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import textStyles from '#web/ui/text.module.css'
import { alertAdvice } from '../alert-words.ts'
import type { AlertKind } from '../alerts.ts'
import type { Alert } from '../contract.ts'
import { findAlertLocation } from './alert-places.ts'
import alertsStyles from './alerts.module.css'

const icons = {
  account: 'card',
  inquiry: 'search',
  derogatory: 'flag',
  address: 'home',
  score: 'down',
} as const satisfies Record<AlertKind, IconName>

/**
 * One alert: what is new, what each bureau says of it with the way there, and what one can do. Going there reads it; staff
 * read without marking.
 */
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

type LineProps = { kind: AlertKind; item: Alert['items'][number]; onGo: () => void }

const AlertLine = ({ kind, item, onGo }: LineProps) => {
  const { tab, id } = findAlertLocation(kind, item)
  return (
    <li>
      <Bureau bureau={item.bureau} />
      <Link to="/analytics/$tab" params={{ tab }} hash={id} hashScrollIntoView={false} onClick={onGo}>
        {item.text}
      </Link>
    </li>
  )
}
