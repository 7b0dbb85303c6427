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
export const findTab = (place: string | undefined): Tab | undefined => tabs.find(tab => tab.id === place)
