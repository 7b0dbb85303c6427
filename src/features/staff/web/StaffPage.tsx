import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { SessionExpiryNote } from '#features/identity/web/SessionExpiryNote.tsx'
import { signOut, useSession } from '#features/identity/web/session.ts'
import type { ApiError } from '#web/api-error.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { Brand } from '#web/Brand.tsx'
import { isOffered } from '#web/capabilities.ts'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import { OfflineNote } from '#web/OfflineNote.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ThemeToggle } from '#web/ui/ThemeToggle.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { ManagerLogin } from './ManagerLogin.tsx'
import { mayReadCosts, mayReadStaff, mayServe } from './roles.ts'
import * as styles from './StaffPage.module.css'

/** A section for the signed-in manager; anyone else logs in first. */
export const StaffOnly = ({ title, children }: { title: string; children: ReactNode }) => {
  useDocumentTitle(title)
  const { manager } = useSession()
  return manager ? children : <ManagerLogin problem="Please login as manager first" />
}

type StaffPageProps = {
  me: UseQueryResult<Awaited<ReturnType<typeof client.staff.me>>, ApiError>
  /** The forms and actions next to the list. */
  children: ReactNode
  /** The main list of the section. */
  list?: ReactNode
}

/** The frame of every screen of a signed-in manager: sections, the manager, a column for actions and space for a list. */
export const StaffPage = ({ me, children, list }: StaffPageProps) => {
  const { data: manager } = me
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <Brand to="/manager" />
        {manager && (
          <nav aria-label="Staff">
            <Link to="/manager" activeOptions={{ exact: true }}>
              Clients
            </Link>
            <WorkLink />
            <Link to="/manager/rounds">Rounds</Link>
            {mayServe(manager.role) && <Link to="/manager/invitations">Invitations</Link>}
            {isOffered('tradelines') && <Link to="/manager/tradelines">Tradelines</Link>}
            {mayReadCosts(manager.role) && <Link to="/manager/costs">Costs</Link>}
            {mayReadStaff(manager.role) && <Link to="/manager/staff">Managers</Link>}
            {mayReadStaff(manager.role) && <Link to="/manager/audit-log">Audit log</Link>}
            {mayReadStaff(manager.role) && <Link to="/manager/integrations">Integrations</Link>}
          </nav>
        )}
        <ThemeToggle />
        {manager && <LoggedIn email={manager.email} />}
      </header>
      <main className={styles.main} id="main" tabIndex={-1}>
        <div className={styles.actions}>
          <OfflineNote />
          <SessionExpiryNote session="manager" kind="manager" info={me} />
          {children}
        </div>
        <div className={styles.lists}>{list}</div>
      </main>
    </div>
  )
}

/** The link to the work queue, with the number of items due now. */
const WorkLink = () => {
  const { data } = useApiQuery(client.desk.workCounts, { manager: 'all' }, { staleTime: 60_000 })
  const counts = Object.values(data?.counts ?? {})
  const sum = counts.reduce((total, count) => total + count, 0)
  return (
    <Link to="/manager/work">
      Work
      {sum > 0 && (
        <span className={styles.count}>
          {sum > 99 ? '99+' : sum}
          <span className={textStyles.visuallyHidden}> due now</span>
        </span>
      )}
    </Link>
  )
}

/** The signed-in manager, and signing out. */
const LoggedIn = ({ email }: { email: string }) => {
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void signOut('manager')
  }
  return (
    <div className={styles.loggedIn}>
      <p>
        <small className={textStyles.muted}>Logged in as Manager</small>
        <b>{email}</b>
      </p>
      <Button size="small" busy={leaving} onClick={leave}>
        Logout
      </Button>
    </div>
  )
}
