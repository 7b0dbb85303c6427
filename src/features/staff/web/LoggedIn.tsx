import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { signOutManager } from './sign-out.ts'

/** Who is signed in as a manager, and the way out. */
export const LoggedIn = ({ email }: { email: string }) => {
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void signOutManager()
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
