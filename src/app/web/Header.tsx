import { type ReactNode, useState } from 'react'
import { planBadge } from '#features/identity/plan.ts'
import { signOut, useUser } from '#features/identity/web/session.ts'
import { showPhone } from '#values/phone.ts'
import { Button } from '#web/ui/Button.tsx'
import { ThemeToggle } from '#web/ui/ThemeToggle.tsx'
import * as shellStyles from './Shell.module.css'

/** Where one is, on which plan, as whom; the way to the alerts, and the way out. */
export const Header = ({ title, alerts }: { title: string; alerts: ReactNode }) => {
  const user = useUser()
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void signOut()
  }
  return (
    <header className={shellStyles.header}>
      <div className={shellStyles.headerStart}>
        <h1>{title}</h1>
        <span
          className={
            user.subscription
              ? `${shellStyles.plan} ${shellStyles.max}`
              : `${shellStyles.plan} ${shellStyles.free}`
          }
        >
          {planBadge(user.subscription ? 'max' : 'free')}
        </span>
      </div>
      <div className={shellStyles.headerEnd}>
        <div className={shellStyles.user}>
          <b>
            {user.firstName} {user.lastName}
          </b>
          <span>{showPhone(user.phoneNumber)}</span>
        </div>
        {alerts}
        <ThemeToggle />
        <Button variant="quiet" icon="out" busy={leaving} className={shellStyles.logout} onClick={leave}>
          <span>Logout</span>
        </Button>
      </div>
    </header>
  )
}
