import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { UserInfo } from '#features/identity/contract.ts'
import { useAsk } from './ask.ts'
import { client } from './client.ts'
import { Header } from './Header.tsx'
import { OfflineNote } from './OfflineNote.tsx'
import { BottomBar, Sidebar } from './Sidebar.tsx'
import { placeAt, sectionAt } from './sections.ts'
import { UserContext, useSession } from './session.ts'
import { useTitle } from './title.ts'
import { ErrorCard } from './ui/ErrorCard.tsx'
import { Spinner } from './ui/Spinner.tsx'
import { WholePage } from './WholePage.tsx'

/** Below this width the sidebar starts collapsed. */
const roomySidebar = 960

/** The frame around every section, for signed-in people only. */
export const Shell = () => {
  const { signedIn, notice } = useSession()
  const router = useRouter()
  useEffect(() => {
    if (signedIn) return
    const search = notice === null ? {} : { next: router.state.location.href }
    void router.navigate({ to: '/login', search, replace: true })
  }, [signedIn, notice, router])
  return signedIn ? <Frame /> : null
}

/** Shows nothing of the sections before it knows the person. */
const Frame = () => {
  const { data: user, error, refetch, isFetching } = useAsk(client.identity.me)
  if (user !== undefined) return <Sections user={user} />
  if (error === null) return <Spinner />
  return (
    <WholePage>
      <ErrorCard error={error} busy={isFetching} onRetry={() => void refetch()} />
    </WholePage>
  )
}

const Sections = ({ user }: { user: UserInfo }) => {
  const { startedHere } = useSession()
  const section = useLocation({ select: ({ pathname }) => sectionAt(pathname) })
  const place = useLocation({ select: ({ pathname }) => placeAt(pathname) })
  const title = section?.name ?? 'Fairfile'
  const [collapsed, setCollapsed] = useState(() => innerWidth < roomySidebar)
  const main = useRef<HTMLElement>(null)
  const shown = useRef(startedHere ? null : place)

  useTitle(title)
  useEffect(() => {
    if (shown.current !== place) main.current?.focus()
    shown.current = place
  }, [place])

  return (
    <UserContext value={user}>
      <div className={collapsed ? 'app is-min' : 'app'}>
        <Sidebar
          current={section}
          collapsed={collapsed}
          onCollapse={() => setCollapsed(!collapsed)}
          managerName={user.impersonation?.managerName}
        />
        <div className="col">
          <Header title={title} />
          <main id="main" tabIndex={-1} ref={main}>
            <OfflineNote />
            <Outlet />
          </main>
        </div>
        <BottomBar current={section} />
      </div>
    </UserContext>
  )
}
