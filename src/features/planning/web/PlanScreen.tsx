import { Navigate, useParams } from '@tanstack/react-router'
import { LinkTabs, tabElementId } from '#web/ui/LinkTabs.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as tabsStyles from '#web/ui/Tabs.module.css'
import { GoalTab } from './goal/GoalTab.tsx'
import { PayoffTab } from './payoff/PayoffTab.tsx'
import { WhatIfTab } from './what-if/WhatIfTab.tsx'

const tabs = [
  { id: 'goal', label: 'Your goal' },
  { id: 'what-if', label: 'What if' },
  { id: 'payoff', label: 'Payoff' },
] as const

type Tab = (typeof tabs)[number]['id']

/** The user's goal, what would change in the report, and what to pay on which card. */
export const PlanScreen = () => {
  const place = useParams({ strict: false }).tab
  const tab = tabs.find(({ id }) => id === place)?.id
  if (!tab) return <Navigate to="/plan/$tab" params={{ tab: 'goal' }} replace />
  return (
    <>
      <div className={tabsStyles.tabRow}>
        <LinkTabs label="Planning" to="/plan/$tab" tabs={tabs} selected={tab} className={tabsStyles.three} />
      </div>
      <div role="tabpanel" className={layoutStyles.stack} tabIndex={0} aria-labelledby={tabElementId(tab)}>
        <Panel tab={tab} />
      </div>
    </>
  )
}

const Panel = ({ tab }: { tab: Tab }) => {
  switch (tab) {
    case 'goal':
      return <GoalTab />
    case 'what-if':
      return <WhatIfTab />
    case 'payoff':
      return <PayoffTab />
  }
}
