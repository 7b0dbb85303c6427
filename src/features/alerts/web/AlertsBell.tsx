import { Link } from '@tanstack/react-router'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Icon } from '#web/ui/Icon.tsx'
import './bell.css'

/** The way to the alerts, with how many are not read; when they cannot be asked for, just the way. */
export const AlertsBell = () => {
  const { data } = useApiQuery(client.alerts.list)
  const unread = data?.unread ?? 0
  return (
    <Link
      className="btn quiet icon bell"
      to="/alerts"
      aria-label={unread === 0 ? 'Alerts' : `Alerts, ${unread} new`}
    >
      <Icon name="bell" />
      {unread > 0 && (
        <span className="count" aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}
