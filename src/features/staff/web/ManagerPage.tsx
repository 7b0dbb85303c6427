import { type ReactNode, useEffect, useRef, useState } from 'react'
import { signOut } from '#features/identity/web/session.ts'
import { Brand } from '#web/Brand.tsx'
import { OfflineNote } from '#web/OfflineNote.tsx'
import * as standalonePageStyles from '#web/StandalonePage.module.css'
import { StandalonePage } from '#web/StandalonePage.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import * as noteStyles from '#web/ui/Note.module.css'
import { ThemeToggle } from '#web/ui/ThemeToggle.tsx'
import * as textStyles from '#web/ui/text.module.css'
import * as staffStyles from './staff.module.css'

type ManagerPageProps = {
  children: ReactNode
  /** What needs more room than the column. */
  below?: ReactNode
  /** The column begins at the top, where it stays while more comes below it. */
  top?: boolean
}

/** What staff screens stand in: one column in the middle, and below it what needs more room. */
export const ManagerPage = ({ children, below, top = false }: ManagerPageProps) => (
  <StandalonePage>
    <ThemeToggle className={standalonePageStyles.themeToggle} />
    <div
      className={
        top ? `${standalonePageStyles.column} ${standalonePageStyles.top}` : standalonePageStyles.column
      }
    >
      <Brand to="/manager" />
      <OfflineNote />
      {children}
    </div>
    {below}
  </StandalonePage>
)

/** The two steps of manager access. */
export const managerSteps = ['Manager Login', 'Client Access'] as const

/** A screen's first heading. It takes the focus when what had it went away with the screen before. */
export const StepHeading = ({ children }: { children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

/** Who is signed in as a manager, and the way out. */
export const LoggedIn = ({ email }: { email: string }) => {
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void signOut('manager')
  }
  return (
    <div className={`${noteStyles.note} ${noteStyles.plain} ${staffStyles.loggedIn}`} data-slot="note">
      <Icon name="users" />
      <div>
        <small className={textStyles.muted}>Logged in as Manager</small>
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
