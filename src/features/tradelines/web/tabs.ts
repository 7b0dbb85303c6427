/** The two parts of the Tradelines section, by their place in the address. */
export const tabs = ['calculator', 'requested'] as const

export type Tab = (typeof tabs)[number]

/** The tab that a place in the address names, if it names one. */
export const findTab = (place: string | undefined): Tab | undefined => tabs.find(tab => tab === place)
