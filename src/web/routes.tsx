import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { ErrorPage } from './ErrorPage.tsx'
import { currentSession, entrance } from './markers.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { onwardOf } from './onward.ts'
import { Root } from './Root.tsx'
import { Spinner } from './ui/Spinner.tsx'
import { WholePage } from './WholePage.tsx'

const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: () => (
    <WholePage>
      <ErrorPage />
    </WholePage>
  ),
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    if (currentSession().signedIn) throw redirect({ to: '/analytics/$tab', params: { tab: 'overview' } })
    throw redirect({ to: entrance() })
  },
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: onwardOf,
  component: lazyRouteComponent(() => import('#features/identity/web/LoginScreen.tsx'), 'LoginScreen'),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: ({ step }: Record<string, unknown>): { step?: number } =>
    step === 2 || step === 3 || step === 4 ? { step } : {},
  component: lazyRouteComponent(() => import('#features/identity/web/RegisterScreen.tsx'), 'RegisterScreen'),
})

const manager = createRoute({
  getParentRoute: () => root,
  path: '/manager',
  component: lazyRouteComponent(() => import('#features/staff/web/ManagerScreen.tsx'), 'ManagerScreen'),
})

const staffList = createRoute({
  getParentRoute: () => root,
  path: '/manager/staff',
  component: lazyRouteComponent(() => import('#features/staff/web/StaffScreen.tsx'), 'StaffScreen'),
})

const joinStaff = createRoute({
  getParentRoute: () => root,
  path: '/manager/join',
  component: lazyRouteComponent(() => import('#features/staff/web/JoinScreen.tsx'), 'JoinScreen'),
})

const sandbox = createRoute({
  getParentRoute: () => root,
  path: '/sandbox',
  component: lazyRouteComponent(() => import('#features/sandbox/web/SandboxScreen.tsx'), 'SandboxScreen'),
})

const portal = createRoute({
  getParentRoute: () => root,
  path: '/sandbox/portal',
  component: lazyRouteComponent(() => import('#features/sandbox/web/PortalScreen.tsx'), 'PortalScreen'),
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
  beforeLoad: ({ location }) => {
    if (currentSession().signedIn) return
    const to = entrance()
    throw redirect(to === '/login' ? { to, search: { next: location.href } } : { to })
  },
})

const analytics = createRoute({
  getParentRoute: () => shell,
  path: '/analytics/$tab',
  errorComponent: ErrorPage,
  component: lazyRouteComponent(() => import('#features/credit/web/AnalyticsScreen.tsx'), 'AnalyticsScreen'),
})

/** A section named without its first tab. */
const analyticsFirst = createRoute({
  getParentRoute: () => root,
  path: '/analytics',
  beforeLoad: () => {
    throw redirect({ to: '/analytics/$tab', params: { tab: 'overview' }, replace: true })
  },
})

const tradelinesFirst = createRoute({
  getParentRoute: () => root,
  path: '/tradelines',
  beforeLoad: () => {
    throw redirect({ to: '/tradelines/$tab', params: { tab: 'calculator' }, replace: true })
  },
})

const disputes = createRoute({
  getParentRoute: () => shell,
  path: '/disputes',
  errorComponent: ErrorPage,
  component: lazyRouteComponent(() => import('#features/disputes/web/DisputesScreen.tsx'), 'DisputesScreen'),
})

const newDispute = createRoute({
  getParentRoute: () => shell,
  path: '/disputes/new/$type',
  validateSearch: ({ step }: Record<string, unknown>): { step?: string } =>
    typeof step === 'string' ? { step } : {},
  errorComponent: ErrorPage,
  component: lazyRouteComponent(() => import('#features/disputes/web/NewDispute.tsx'), 'NewDispute'),
})

const dispute = createRoute({
  getParentRoute: () => shell,
  path: '/disputes/$disputeId',
  errorComponent: ErrorPage,
  component: lazyRouteComponent(() => import('#features/disputes/web/DisputeScreen.tsx'), 'DisputeScreen'),
})

const tradelines = createRoute({
  getParentRoute: () => shell,
  path: '/tradelines/$tab',
  errorComponent: ErrorPage,
  component: lazyRouteComponent(() => import('./NotBuilt.tsx'), 'Tradelines'),
})

const documents = createRoute({
  getParentRoute: () => shell,
  path: '/documents',
  errorComponent: ErrorPage,
  component: lazyRouteComponent(
    () => import('#features/documents/web/DocumentsScreen.tsx'),
    'DocumentsScreen',
  ),
})

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  errorComponent: ErrorPage,
  component: lazyRouteComponent(() => import('#features/account/web/ProfileScreen.tsx'), 'ProfileScreen'),
})

const firstTabs = [analyticsFirst, tradelinesFirst] as const
const sections = [analytics, disputes, newDispute, dispute, tradelines, documents, profile] as const

/** Every address of the web app. Screens come as their own files when they are first visited. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    login,
    register,
    manager,
    staffList,
    joinStaff,
    sandbox,
    portal,
    ...firstTabs,
    shell.addChildren(sections),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: Spinner,
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
