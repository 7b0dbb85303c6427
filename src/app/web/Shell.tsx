import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { DeletionNote } from '#features/account/web/DeletionNote.tsx'
import { AlertsBell } from '#features/alerts/web/AlertsBell.tsx'
import { renewNotices } from '#features/alerts/web/browser-notices.ts'
import type { UserInfo } from '#features/identity/contract.ts'
import { planBadge } from '#features/identity/plan.ts'
import { SessionExpiryNote } from '#features/identity/web/SessionExpiryNote.tsx'
import { signOut, UserContext, useSession, useUser } from '#features/identity/web/session.ts'
import { showPhone } from '#values/phone.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import { loadChunk } from '#web/lazy-loading.ts'
import { OfflineNote, useRecovery } from '#web/OfflineNote.tsx'
import { StandalonePage } from '#web/StandalonePage.tsx'
import { findSection, focusScopeAt, pageTitleAt } from '#web/sections.ts'
import { serviceWorker } from '#web/service-worker.ts'
import { signInPath } from '#web/session-storage.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { LoadingMarker } from '#web/ui/Loading.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ThemeToggle } from '#web/ui/ThemeToggle.tsx'
import { documentTitleAt } from './document-titles.ts'
import * as styles from './Shell.module.css'
import { BottomBar, Sidebar } from './Sidebar.tsx'

/** Below this width the sidebar is collapsed at first. */
const roomySidebar = 960

/** Loaded only during an impersonation, before anything of the account is shown. */
const ImpersonationBar = lazy(() =>
  loadChunk(import('#features/staff/web/ImpersonationBar.tsx')).then(file => ({
    default: file.ImpersonationBar,
  })),
)

/** Loaded only if the operator has clients sign an agreement. */
const AgreementNote = lazy(() =>
  loadChunk(import('#features/agreement/web/AgreementNote.tsx')).then(file => ({
    default: file.AgreementNote,
  })),
)

/** Loaded only if the terms must be accepted. */
const TermsScreen = lazy(() =>
  loadChunk(import('#features/legal/web/TermsScreen.tsx')).then(file => ({ default: file.TermsScreen })),
)

/** The frame around every section, for signed-in users only. */
export const Shell = () => {
  const { signedIn } = useSession()
  const router = useRouter()
  useEffect(() => {
    if (!signedIn) void router.navigate({ to: signInPath(), replace: true })
  }, [signedIn, router])
  return signedIn ? <Frame /> : null
}

/** Shows no section until the user is loaded. */
const Frame = () => {
  const { data: user, error, refetch, isFetching } = useApiQuery(client.identity.me)
  useRecovery()
  if (user !== undefined)
    return (
      <Suspense fallback={<Spinner />}>
        <Sections user={user} />
      </Suspense>
    )
  if (error === null) return <Spinner />
  return (
    <StandalonePage>
      <ErrorCard error={error} busy={isFetching} onRetry={() => void refetch()} />
    </StandalonePage>
  )
}

const Sections = ({ user }: { user: UserInfo }) => {
  const { startedOnThisPage, reason } = useSession()
  const me = useApiQuery(client.identity.me)
  const section = useLocation({ select: ({ pathname }) => findSection(pathname) })
  const place = useLocation({ select: ({ pathname }) => focusScopeAt(pathname) })
  const title = useLocation({ select: ({ pathname }) => pageTitleAt(pathname) })
  const [collapsed, setCollapsed] = useState(() => innerWidth < roomySidebar)
  const [later, setLater] = useState(false)
  // Only the owner can accept them; a manager sees the account unchanged.
  const asksForTerms = user.terms !== 'accepted' && !later && !user.impersonation
  const main = useRef<HTMLElement>(null)
  // Opening a client's account reloads the page, but is a sign-in like any other.
  const shown = useRef(startedOnThisPage || reason === 'client_opened' ? null : place)

  const isOwner = !user.impersonation
  useEffect(() => {
    void (isOwner ? renewNotices() : serviceWorker())
  }, [isOwner])
  useDocumentTitle(useLocation({ select: ({ pathname }) => documentTitleAt(pathname) }))
  useEffect(() => {
    if (shown.current !== place) main.current?.focus({ preventScroll: true })
    shown.current = place
  }, [place])

  return (
    <UserContext value={user}>
      {user.impersonation && <ImpersonationBar opened={user.impersonation} />}
      <div className={collapsed ? `${styles.app} ${styles.collapsed}` : styles.app}>
        <Sidebar
          current={section}
          collapsed={collapsed}
          onCollapse={() => setCollapsed(!collapsed)}
          managerName={user.impersonation?.managerName}
        />
        <div className={styles.column}>
          <Header title={title} alerts={<AlertsBell />} />
          <main id="main" tabIndex={-1} ref={main}>
            <DeletionNote />
            <OfflineNote />
            {user.agreement !== null && section?.root !== undefined && (
              <Suspense fallback={<LoadingMarker />}>
                <AgreementNote />
              </Suspense>
            )}
            <SessionExpiryNote session="user" kind={user.impersonation?.scope ?? 'user'} info={me} />
            {asksForTerms && section?.root !== '/profile' ? (
              <Suspense fallback={<Spinner />}>
                <TermsScreen onLater={() => setLater(true)} />
              </Suspense>
            ) : (
              <Outlet />
            )}
          </main>
        </div>
        <BottomBar current={section} />
      </div>
    </UserContext>
  )
}

/** The section's name, the plan, the user, alerts and logout. */
const Header = ({ title, alerts }: { title: string; alerts: ReactNode }) => {
  const user = useUser()
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void signOut()
  }
  return (
    <header className={styles.header}>
      <div className={styles.headerStart}>
        <h1>{title}</h1>
        <span
          className={user.subscription ? `${styles.plan} ${styles.max}` : `${styles.plan} ${styles.free}`}
        >
          {planBadge(user.subscription ? 'max' : 'free')}
        </span>
      </div>
      <div className={styles.headerEnd}>
        <div className={styles.user}>
          <b>
            {user.firstName} {user.lastName}
          </b>
          <span>{showPhone(user.phoneNumber)}</span>
        </div>
        {alerts}
        <ThemeToggle />
        <Button variant="quiet" icon="out" busy={leaving} className={styles.logout} onClick={leave}>
          <span>Logout</span>
        </Button>
      </div>
    </header>
  )
}
