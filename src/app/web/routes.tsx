import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { lazy } from 'react'
import { ErrorPage, NotFoundPage } from '#web/ErrorPages.tsx'
import { lazyScreen, loadChunk } from '#web/lazy-loading.ts'
import { parseRedirectTarget } from '#web/redirect-target.ts'
import { StandalonePage } from '#web/StandalonePage.tsx'
import { currentSession, signInPath } from '#web/session-storage.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { RootLayout } from './RootLayout.tsx'

const root = createRootRoute({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: ({ error }) => (
    <StandalonePage>
      <ErrorPage error={error} />
    </StandalonePage>
  ),
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    if (currentSession().signedIn) throw redirect({ to: '/analytics/$tab', params: { tab: 'overview' } })
    throw redirect({ to: signInPath() })
  },
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: parseRedirectTarget,
  component: lazyScreen(() => import('#features/identity/web/LoginScreen.tsx'), 'LoginScreen'),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: ({ step }: Record<string, unknown>): { step?: number | undefined } => ({
    step: step === 2 || step === 3 || step === 4 ? step : undefined,
  }),
  component: lazyScreen(() => import('#features/identity/web/RegisterScreen.tsx'), 'RegisterScreen'),
})

const manager = createRoute({
  getParentRoute: () => root,
  path: '/manager',
  component: lazyScreen(() => import('#features/staff/web/ManagerScreen.tsx'), 'ManagerScreen'),
})

const staffList = createRoute({
  getParentRoute: () => root,
  path: '/manager/staff',
  component: lazyScreen(() => import('#features/staff/web/StaffScreen.tsx'), 'StaffScreen'),
})

const intake = createRoute({
  getParentRoute: () => root,
  path: '/manager/invitations',
  component: lazyScreen(() => import('#features/staff/web/intake/IntakeScreen.tsx'), 'IntakeScreen'),
})

const auditLog = createRoute({
  getParentRoute: () => root,
  path: '/manager/audit-log',
  component: lazyScreen(() => import('#features/staff/web/audit-log/AuditLogScreen.tsx'), 'AuditLogScreen'),
})

/** The target of a client's invitation link. */
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyScreen(() => import('#features/staff/web/intake/InvitationScreen.tsx'), 'InvitationScreen'),
})

const clientFile = createRoute({
  getParentRoute: () => root,
  path: '/manager/clients/$clientId',
  component: lazyScreen(() => import('./ClientSection.tsx'), 'ClientSection'),
})

const staffTradelines = createRoute({
  getParentRoute: () => root,
  path: '/manager/tradelines',
  component: lazyScreen(
    () => import('#features/tradelines/web/inventory/InventoryScreen.tsx'),
    'InventoryScreen',
  ),
})

const work = createRoute({
  getParentRoute: () => root,
  path: '/manager/work',
  component: lazyScreen(() => import('#features/desk/web/WorkScreen.tsx'), 'WorkScreen'),
})

const costBook = createRoute({
  getParentRoute: () => root,
  path: '/manager/costs',
  component: lazyScreen(() => import('#features/costs/web/CostsScreen.tsx'), 'CostsScreen'),
})

const integrations = createRoute({
  getParentRoute: () => root,
  path: '/manager/integrations',
  component: lazyScreen(
    () => import('#features/integrations/web/IntegrationsScreen.tsx'),
    'IntegrationsScreen',
  ),
})

const rounds = createRoute({
  getParentRoute: () => root,
  path: '/manager/rounds',
  component: lazyScreen(() => import('#features/desk/web/RoundsScreen.tsx'), 'RoundsScreen'),
})

const round = createRoute({
  getParentRoute: () => root,
  path: '/manager/rounds/$roundId',
  component: lazyScreen(() => import('#features/desk/web/RoundScreen.tsx'), 'RoundScreen'),
})

const joinStaff = createRoute({
  getParentRoute: () => root,
  path: '/manager/join',
  component: lazyScreen(() => import('#features/staff/web/JoinScreen.tsx'), 'JoinScreen'),
})

const sandbox = createRoute({
  getParentRoute: () => root,
  path: '/sandbox',
  component: lazyScreen(() => import('#sandbox/web/SandboxScreen.tsx'), 'SandboxScreen'),
})

const portal = createRoute({
  getParentRoute: () => root,
  path: '/sandbox/portal',
  component: lazyScreen(() => import('#sandbox/web/PortalScreen.tsx'), 'PortalScreen'),
})

const sandboxLetter = createRoute({
  getParentRoute: () => root,
  path: '/sandbox/letters/$letterId',
  component: lazyScreen(() => import('#sandbox/web/SandboxLetterScreen.tsx'), 'SandboxLetterScreen'),
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyScreen(() => import('./Shell.tsx'), 'Shell'),
  beforeLoad: ({ location }) => {
    if (currentSession().signedIn) return
    const to = signInPath()
    throw redirect(to === '/login' ? { to, search: { next: location.href } } : { to })
  },
})

/** A screen in the shell, which stays when the screen fails. */
const inShell = { getParentRoute: () => shell, errorComponent: ErrorPage }

const analytics = createRoute({
  ...inShell,
  path: '/analytics/$tab',
  component: lazyScreen(() => import('./AnalyticsSection.tsx'), 'AnalyticsSection'),
})

/** The Voice tab's content, loaded when the tab is opened. */
const VoicePanel = lazy(async () => ({
  default: (await loadChunk(import('#features/voice/web/VoicePanel.tsx'))).VoicePanel,
}))

const analyticsVoice = createRoute({
  getParentRoute: () => analytics,
  path: '/',
  component: VoicePanel,
})

/** A section's address without its first tab. */
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

const planFirst = createRoute({
  getParentRoute: () => root,
  path: '/plan',
  beforeLoad: () => {
    throw redirect({ to: '/plan/$tab', params: { tab: 'goal' }, replace: true })
  },
})

/** A text parameter of the address; undefined for anything else. */
const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const disputes = createRoute({
  ...inShell,
  path: '/disputes',
  component: lazyScreen(() => import('#features/disputes/web/DisputesScreen.tsx'), 'DisputesScreen'),
})

const newDispute = createRoute({
  ...inShell,
  path: '/disputes/new/$type',
  validateSearch: ({
    step,
    found,
    items,
    bureaus,
  }: Record<string, unknown>): { step?: string; found?: string; items?: string; bureaus?: string } => ({
    step: textIn(step),
    found: textIn(found),
    items: textIn(items),
    bureaus: textIn(bureaus),
  }),
  component: lazyScreen(() => import('#features/disputes/web/wizard/NewDispute.tsx'), 'NewDispute'),
})

const fraudAlert = createRoute({
  ...inShell,
  path: '/disputes/new/fraud-alert',
  component: lazyScreen(
    () => import('#features/disputes/web/theft/FraudAlertScreen.tsx'),
    'FraudAlertScreen',
  ),
})

const identityTheft = createRoute({
  ...inShell,
  path: '/disputes/identity-theft',
  component: lazyScreen(
    () => import('#features/disputes/web/theft/IdentityTheftScreen.tsx'),
    'IdentityTheftScreen',
  ),
})

const newAgencyFreeze = createRoute({
  ...inShell,
  path: '/disputes/new/agency-freeze',
  validateSearch: ({ agency }: Record<string, unknown>): { agency?: string | undefined } => ({
    agency: textIn(agency),
  }),
  component: lazyScreen(
    () => import('#features/disputes/web/freezes/NewAgencyFreeze.tsx'),
    'NewAgencyFreeze',
  ),
})

const newValidation = createRoute({
  ...inShell,
  path: '/disputes/new/validation',
  validateSearch: ({ items }: Record<string, unknown>): { items?: string | undefined } => ({
    items: textIn(items),
  }),
  component: lazyScreen(() => import('#features/disputes/web/collectors/NewValidation.tsx'), 'NewValidation'),
})

const newCease = createRoute({
  ...inShell,
  path: '/disputes/new/cease',
  validateSearch: ({ items }: Record<string, unknown>): { items?: string | undefined } => ({
    items: textIn(items),
  }),
  component: lazyScreen(() => import('#features/disputes/web/collectors/NewCease.tsx'), 'NewCease'),
})

const found = createRoute({
  ...inShell,
  path: '/disputes/found',
  component: lazyScreen(() => import('./FoundSection.tsx'), 'FoundSection'),
})

const freezes = createRoute({
  ...inShell,
  path: '/disputes/freezes',
  component: lazyScreen(() => import('#features/disputes/web/freezes/FreezesScreen.tsx'), 'FreezesScreen'),
})

const dispute = createRoute({
  ...inShell,
  path: '/disputes/$disputeId',
  validateSearch: ({ mail }: Record<string, unknown>): { mail?: true | undefined } => ({
    mail: mail === true ? mail : undefined,
  }),
  component: lazyScreen(() => import('#features/disputes/web/dispute/DisputeScreen.tsx'), 'DisputeScreen'),
})

const followUp = createRoute({
  ...inShell,
  path: '/disputes/$disputeId/follow-up',
  validateSearch: ({ item, next }: Record<string, unknown>): { item: string; next: number } => ({
    item: String(item),
    next: Number(next),
  }),
  component: lazyScreen(
    () => import('#features/disputes/web/follow-up/FollowUpScreen.tsx'),
    'FollowUpScreen',
  ),
})

const answerLetter = createRoute({
  ...inShell,
  path: '/disputes/$disputeId/answer',
  component: lazyScreen(
    () => import('#features/disputes/web/answer/AnswerLetterScreen.tsx'),
    'AnswerLetterScreen',
  ),
})

const confirmLetters = createRoute({
  ...inShell,
  path: '/disputes/confirm',
  component: lazyScreen(() => import('#features/desk/web/ConfirmScreen.tsx'), 'ConfirmScreen'),
})

const complaint = createRoute({
  ...inShell,
  path: '/disputes/$disputeId/complaint',
  component: lazyScreen(
    () => import('#features/disputes/web/complaint/ComplaintScreen.tsx'),
    'ComplaintScreen',
  ),
})

const tradelines = createRoute({
  ...inShell,
  path: '/tradelines/$tab',
  component: lazyScreen(() => import('#features/tradelines/web/TradelinesScreen.tsx'), 'TradelinesScreen'),
})

const plan = createRoute({
  ...inShell,
  path: '/plan/$tab',
  component: lazyScreen(() => import('#features/planning/web/PlanScreen.tsx'), 'PlanScreen'),
})

const documents = createRoute({
  ...inShell,
  path: '/documents',
  component: lazyScreen(() => import('./DocumentsSection.tsx'), 'DocumentsSection'),
})

const agreement = createRoute({
  ...inShell,
  path: '/agreement',
  component: lazyScreen(() => import('#features/agreement/web/AgreementScreen.tsx'), 'AgreementScreen'),
})

const profile = createRoute({
  ...inShell,
  path: '/profile',
  component: lazyScreen(() => import('./ProfileSection.tsx'), 'ProfileSection'),
})

const alerts = createRoute({
  ...inShell,
  path: '/alerts',
  component: lazyScreen(() => import('#features/alerts/web/AlertsScreen.tsx'), 'AlertsScreen'),
})

const getReport = createRoute({
  ...inShell,
  path: '/get-report',
  component: lazyScreen(() => import('#features/reports/web/GetReportScreen.tsx'), 'GetReportScreen'),
})

const law = createRoute({
  getParentRoute: () => root,
  path: '/legal/$page',
  component: lazyScreen(() => import('#features/legal/web/LegalScreen.tsx'), 'LegalScreen'),
})

/** The target of an email's link, signed in or not. */
const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } => ({ token: textIn(token) }),
  component: lazyScreen(() => import('#features/alerts/web/UnsubscribeScreen.tsx'), 'UnsubscribeScreen'),
})

const firstTabs = [analyticsFirst, tradelinesFirst, planFirst] as const
const sections = [
  analytics.addChildren([analyticsVoice]),
  disputes,
  newDispute,
  fraudAlert,
  identityTheft,
  newAgencyFreeze,
  newValidation,
  newCease,
  found,
  freezes,
  dispute,
  followUp,
  answerLetter,
  complaint,
  confirmLetters,
  tradelines,
  plan,
  documents,
  agreement,
  profile,
  alerts,
  getReport,
] as const

/** Every route of the web app. Screens are loaded when they are first visited. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    login,
    register,
    manager,
    staffList,
    clientFile,
    intake,
    auditLog,
    invitation,
    staffTradelines,
    work,
    costBook,
    integrations,
    rounds,
    round,
    joinStaff,
    sandbox,
    sandboxLetter,
    portal,
    unsubscribe,
    law,
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
