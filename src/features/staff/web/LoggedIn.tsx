import { useState } from 'react'
import { signOut } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'

/** Who is signed in as a manager, and the way out. */
export const LoggedIn = ({ email }: { email: string }) => {
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void signOut('m')
  }
  return (
    <div className="note plain logged-in">
      <Icon name="users" />
      <div>
        <small className="muted">Logged in as Manager</small>
        <p>
          <b>{email}</b>
        </p>
      </div>
      <Button size="small" busy={leaving} onClick={leave}>
        Logout
      </Button>
    </div>
  )
}
