import { Link } from '@tanstack/react-router'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import * as alertsBellStyles from './AlertsBell.module.css'

export const AlertsBell = () => {
  const { data } = useApiQuery(client.alerts.list)
  const unread = data?.unread ?? 0
  return (
    <Link
      {...buttonLook({ variant: 'quiet', iconOnly: true, className: alertsBellStyles.bell })}
      to="/alerts"
      aria-label={unread === 0 ? 'Alerts' : `Alerts, ${unread} new`}
    >
      <Icon name="bell" />
      {unread > 0 && (
        <span className={alertsBellStyles.count} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}
