export const tabs = ['goal', 'what-if', 'payoff'] as const

export type Tab = (typeof tabs)[number]

export const tabLabels: Readonly<Record<Tab, string>> = {
  goal: 'Your goal',
  'what-if': 'What if',
  payoff: 'Payoff',
}

export const findTab = (place: string | undefined): Tab | undefined => tabs.find(tab => tab === place)
