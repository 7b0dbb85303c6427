import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { DeletionNote } from '#features/account/web/DeletionNote.tsx'
import { AlertsBell } from '#features/alerts/web/AlertsBell.tsx'
import type { UserInfo } from '#features/identity/contract.ts'
import { useAsk } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { fetched } from '#web/lost-chunk.ts'
import { entrance } from '#web/markers.ts'
import { OfflineNote } from '#web/OfflineNote.tsx'
import { SessionEnd } from '#web/SessionEnd.tsx'
import { placeAt, sectionAt, titleAt } from '#web/sections.ts'
import { UserContext, useSession } from '#web/session.ts'
import { useTitle } from '#web/title.ts'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { WholePage } from '#web/WholePage.tsx'
import { Header } from './Header.tsx'
import { BottomBar, Sidebar } from './Sidebar.tsx'

/** Below this width the sidebar starts collapsed. */
const roomySidebar = 960

/** Comes only when a manager has the account open, and then before anything of the account is shown. */
const OpenedBar = lazy(() =>
  fetched(import('#features/staff/web/OpenedBar.tsx')).then(file => ({ default: file.OpenedBar })),
)

/** The frame around every section, for signed-in people only. */
export const Shell = () => {
  const { signedIn } = useSession()
  const router = useRouter()
  useEffect(() => {
    if (!signedIn) void router.navigate({ to: entrance(), replace: true })
  }, [signedIn, router])
  return signedIn ? <Frame /> : null
}

/** Shows nothing of the sections before it knows the person. */
const Frame = () => {
  const { data: user, error, refetch, isFetching } = useAsk(client.identity.me)
  if (user !== undefined)
    return (
      <Suspense fallback={<Spinner />}>
        <Sections user={user} />
      </Suspense>
    )
  if (error === null) return <Spinner />
  return (
    <WholePage>
      <ErrorCard error={error} busy={isFetching} onRetry={() => void refetch()} />
    </WholePage>
  )
}

const Sections = ({ user }: { user: UserInfo }) => {
  const { startedHere } = useSession()
  const asked = useAsk(client.identity.me)
  const section = useLocation({ select: ({ pathname }) => sectionAt(pathname) })
  const place = useLocation({ select: ({ pathname }) => placeAt(pathname) })
  const title = useLocation({ select: ({ pathname }) => titleAt(pathname) })
  const [collapsed, setCollapsed] = useState(() => innerWidth < roomySidebar)
  const main = useRef<HTMLElement>(null)
  const shown = useRef(startedHere ? null : place)

  useTitle(title)
  useEffect(() => {
    if (shown.current !== place) main.current?.focus({ preventScroll: true })
    shown.current = place
  }, [place])

  return (
    <UserContext value={user}>
      {user.impersonation && <OpenedBar opened={user.impersonation} />}
      <div className={collapsed ? 'app is-min' : 'app'}>
        <Sidebar
          current={section}
          collapsed={collapsed}
          onCollapse={() => setCollapsed(!collapsed)}
          managerName={user.impersonation?.managerName}
        />
        <div className="col">
          <Header title={title} alerts={<AlertsBell />} />
          <main id="main" tabIndex={-1} ref={main}>
            <DeletionNote />
            <OfflineNote />
            <SessionEnd who="u" kind={user.impersonation?.scope ?? 'user'} asked={asked} />
            <Outlet />
          </main>
        </div>
        <BottomBar current={section} />
      </div>
    </UserContext>
  )
}
