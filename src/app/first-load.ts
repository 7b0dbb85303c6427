import type { Endpoint } from '#api/endpoint.ts'
import { type EndpointTable, endpointTable } from './api/table.ts'

/**
 * The bundles that each address needs, by the beginning of its path: the server preloads them with the page. A bundle is
 * named by its source file, or by its name in `vite.config.ts`.
 */
export const screenFiles: readonly (readonly [path: string, ...files: string[]])[] = [
  ['/login', 'sign-in'],
  ['/analytics/overview', 'analytics', '../../features/credit/web/Overview.tsx'],
  ['/analytics/report', 'analytics', 'report'],
  ['/analytics/', 'analytics', '../../features/credit/web/ReportTab.tsx'],
  ['/disputes/new/fraud-alert', '../../features/disputes/web/theft/FraudAlertScreen.tsx'],
  ['/disputes/new/', '../../features/disputes/web/wizard/NewDispute.tsx'],
  ['/disputes/found', 'FoundSection.tsx'],
  ['/disputes/freezes', '../../features/disputes/web/freezes/FreezesScreen.tsx'],
  ['/disputes/', '../../features/disputes/web/dispute/DisputeScreen.tsx'],
  ['/disputes', '../../features/disputes/web/DisputesScreen.tsx'],
  ['/tradelines/', '../../features/tradelines/web/TradelinesScreen.tsx'],
  ['/plan/', '../../features/planning/web/PlanScreen.tsx'],
  ['/documents', 'DocumentsSection.tsx'],
  ['/profile', 'ProfileSection.tsx'],
  ['/alerts', '../../features/alerts/web/AlertsScreen.tsx'],
]

/** The input of a read: the plan's level, which the page knows, or a path parameter. */
type FirstInput = 'level' | { type: string } | null

/** A request made by the page before its scripts are loaded: its name and its call. */
type FirstRead = readonly [
  area: string,
  name: string,
  path: string,
  fallback: string | null,
  input: FirstInput,
]

const read = <Area extends keyof EndpointTable>(
  area: Area,
  name: keyof EndpointTable[Area] & string,
  input: FirstInput = null,
): FirstRead => {
  const endpoints: Readonly<Record<string, Endpoint>> = endpointTable[area]
  const endpoint = endpoints[name]
  if (endpoint?.method !== 'GET') throw new Error(`${area}.${name} reads nothing.`)
  return [area, name, endpoint.path, endpoint.fallback ?? null, input]
}

const found = read('findings', 'list')
const wizardTypes = ['account', 'inquiry', 'personal-info', 'freeze'] as const

/**
 * The data that a screen needs to be shown, by the beginning of its path. A request that the screen does not use is only
 * superfluous.
 */
const firstReads: readonly (readonly [path: string, reads: readonly FirstRead[]])[] = [
  [
    '/analytics/overview',
    [
      read('credit', 'analytics', 'level'),
      found,
      read('checklist', 'read'),
      read('credit', 'history', 'level'),
    ],
  ],
  ['/analytics/', [read('credit', 'analytics', 'level'), found]],
  ...wizardTypes.map(
    type =>
      [
        `/disputes/new/${type}`,
        [read('credit', 'analytics'), found, read('documents', 'list'), read('disputes', 'draft', { type })],
      ] as const,
  ),
  ['/disputes/new/', [read('credit', 'analytics'), found, read('documents', 'list')]],
  ['/disputes', [read('credit', 'analytics'), found]],
]

const at = <Row extends readonly [path: string, ...needed: unknown[]]>(
  table: readonly Row[],
  path: string,
): Row | undefined => table.find(([start]) => path.startsWith(start))

/** What is loaded first at an address: behind sign-in also the shell, and the data that a signed-in user needs. */
export const firstLoadAt = (path: string): { files: readonly string[]; reads: readonly FirstRead[] } => {
  const [start, ...files] = at(screenFiles, path) ?? []
  if (start === undefined) return { files: [], reads: [] }
  if (start === '/login') return { files, reads: [] }
  const [, reads = []] = at(firstReads, path) ?? []
  return { files: ['signed-in', ...files], reads: [read('identity', 'me'), ...reads] }
}
