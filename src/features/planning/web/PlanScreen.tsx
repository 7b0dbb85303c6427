import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { type KeyboardEvent, useRef } from 'react'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as tabsStyles from '#web/ui/Tabs.module.css'
import { tabForKey } from '#web/ui/tab-keys.ts'
import { GoalTab } from './goal/GoalTab.tsx'
import { PayoffTab } from './payoff/PayoffTab.tsx'
import { WhatIfTab } from './what-if/WhatIfTab.tsx'

const tabs = ['goal', 'what-if', 'payoff'] as const

type Tab = (typeof tabs)[number]

const tabLabels: Readonly<Record<Tab, string>> = {
  goal: 'Your goal',
  'what-if': 'What if',
  payoff: 'Payoff',
}

/** The user's goal, what would change in the report, and what to pay on which card. */
export const PlanScreen = () => {
  const place = useParams({ strict: false }).tab
  const tab = tabs.find(one => one === place)
  if (!tab) return <Navigate to="/plan/$tab" params={{ tab: 'goal' }} replace />
  return (
    <>
      <PlanTabs selected={tab} />
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

const tabElementId = (tab: Tab): string => `plan-tab-${tab}`

/** Real links with one Tab stop; arrows, Home and End move and select. */
const PlanTabs = ({ selected }: { selected: Tab }) => {
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabForKey(event, tabs, selected)
    if (!next) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>(`#${tabElementId(next)}`)?.focus()
    void navigate({ to: '/plan/$tab', params: { tab: next }, replace: true })
  }
  return (
    <div className={tabsStyles.tabRow}>
      <div
        className={`${tabsStyles.tabs} ${tabsStyles.three}`}
        role="tablist"
        aria-label="Planning"
        ref={list}
        onKeyDown={onKeyDown}
      >
        {tabs.map(tab => (
          <Link
            key={tab}
            id={tabElementId(tab)}
            role="tab"
            to="/plan/$tab"
            params={{ tab }}
            aria-selected={tab === selected}
            tabIndex={tab === selected ? 0 : -1}
          >
            {tabLabels[tab]}
          </Link>
        ))}
      </div>
    </div>
  )
}
