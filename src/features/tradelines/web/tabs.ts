export const tabs = ['calculator', 'requested'] as const

export type Tab = (typeof tabs)[number]

export const findTab = (place: string | undefined): Tab | undefined => tabs.find(tab => tab === place)
