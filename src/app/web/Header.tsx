import { type ReactNode, useState } from 'react'
import { planBadge } from '#features/identity/plan.ts'
import { showPhone } from '#values/phone.ts'
import { signOut, useUser } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { ThemeToggle } from '#web/ui/ThemeToggle.tsx'

/** Where one is, on which plan, as whom; the way to the alerts, and the way out. */
export const Header = ({ title, alerts }: { title: string; alerts: ReactNode }) => {
  const user = useUser()
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void signOut()
  }
  return (
    <header className="top">
      <div className="top-l">
        <h1>{title}</h1>
        <span className={user.subscription ? 'plan max' : 'plan free'}>
          {planBadge(user.subscription ? 'max' : 'free')}
        </span>
      </div>
      <div className="top-r">
        <div className="who">
          <b>
            {user.firstName} {user.lastName}
          </b>
          <span>{showPhone(user.phoneNumber)}</span>
        </div>
        {alerts}
        <ThemeToggle />
        <Button variant="quiet" icon="out" busy={leaving} className="logout" onClick={leave}>
          <span>Logout</span>
        </Button>
      </div>
    </header>
  )
}
