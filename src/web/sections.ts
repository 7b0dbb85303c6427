import type { IconName } from './ui/Icon.tsx'

/** The five places of the shell, in order. */
export const sections = [
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
  { name: 'Documents', icon: 'folder', root: '/documents', to: '/documents', params: {} },
  { name: 'Profile', icon: 'user', root: '/profile', to: '/profile', params: {} },
] as const satisfies readonly { name: string; icon: IconName; root: string; to: string; params: object }[]

export type Section = (typeof sections)[number]

/**
 * What counts as one place when the focus moves on to new content: each screen is one, all tabs of a section are one
 * together, since there the focus stays on the tab that was pressed.
 */
export const focusScopeAt = (pathname: string): string =>
  pathname.replace(/^(\/(?:analytics|tradelines))\/.*$/, '$1')

/** What stands in the header at an address: the section's name, or that of a place outside the five. */
export const pageTitleAt = (pathname: string): string =>
  findSection(pathname)?.name ?? (pathname === '/alerts' ? 'Alerts' : 'Fairfile')

/** The section that an address belongs to. */
export const findSection = (pathname: string): Section | undefined =>
  sections.find(({ root }) => pathname === root || pathname.startsWith(`${root}/`))
