import { serviceName } from '#web/service-name.ts'
import { isOffered } from './capabilities.ts'
import type { IconName } from './ui/Icon.tsx'

const everySection = [
  {
    name: 'Analytics',
    icon: 'chart',
    root: '/analytics',
    to: '/analytics/$tab',
    params: { tab: 'overview' },
  },
  { name: 'Disputes', icon: 'letter', root: '/disputes', to: '/disputes', params: {} },
  {
    name: 'Tradelines',
    icon: 'layers',
    root: '/tradelines',
    to: '/tradelines/$tab',
    params: { tab: 'calculator' },
  },
  {
    name: 'Planning',
    icon: 'flag',
    root: '/plan',
    to: '/plan/$tab',
    params: { tab: 'goal' },
  },
  { name: 'Documents', icon: 'folder', root: '/documents', to: '/documents', params: {} },
  { name: 'Profile', icon: 'user', root: '/profile', to: '/profile', params: {} },
] as const satisfies readonly { name: string; icon: IconName; root: string; to: string; params: object }[]

export type Section = (typeof everySection)[number]

/** The sections that this server offers. */
export const sections: readonly Section[] = everySection.filter(
  ({ root }) => root !== '/tradelines' || isOffered('tradelines'),
)

/** The focus moves to the main part when this changes: not between tabs of a section, where it stays on the tab. */
export const focusScopeAt = (pathname: string): string =>
  pathname.replace(/^(\/(?:analytics|tradelines|plan))\/.*$/, '$1')

/** Titles of screens that are not sections. */
const otherTitles: Readonly<Record<string, string>> = {
  '/agreement': 'Agreement',
  '/alerts': 'Alerts',
  '/get-report': 'Get your report',
}

export const pageTitleAt = (pathname: string): string =>
  findSection(pathname)?.name ?? otherTitles[pathname] ?? serviceName

export const findSection = (pathname: string): Section | undefined =>
  sections.find(({ root }) => pathname === root || pathname.startsWith(`${root}/`))
