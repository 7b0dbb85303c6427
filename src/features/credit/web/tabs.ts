/** The eight parts of the Analytics section, in the specification's order (section 2), by their place in the address. */
export const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'report', label: 'Full Report' },
  { id: 'history', label: 'History' },
  { id: 'accounts', label: 'Accounts' },
  { id: 'inquiries', label: 'Inquiries' },
  { id: 'personal', label: 'Personal' },
  { id: 'voice', label: 'Voice' },
  { id: 'raw', label: 'Raw Data' },
] as const

export type Tab = (typeof tabs)[number]
export type TabId = Tab['id']

/** The tab that a place in the address names, if it names one. */
export const tabOf = (place: string | undefined): Tab | undefined => tabs.find(tab => tab.id === place)

/** Where a key moves from a tab: the arrows go round, Home and End to the ends; other keys move nowhere. */
export const tabAfterKey = (key: string, from: TabId): Tab | undefined => {
  const at = tabs.findIndex(tab => tab.id === from)
  if (key === 'ArrowRight') return tabs[(at + 1) % tabs.length]
  if (key === 'ArrowLeft') return tabs[(at + tabs.length - 1) % tabs.length]
  if (key === 'Home') return tabs[0]
  if (key === 'End') return tabs[tabs.length - 1]
  return undefined
}
