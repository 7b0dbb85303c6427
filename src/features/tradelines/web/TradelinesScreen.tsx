import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { isOffered } from '#web/capabilities.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import * as tabsStyles from '#web/ui/Tabs.module.css'
import { tabForKey } from '#web/ui/tab-keys.ts'
import { Calculator } from './Calculator.tsx'
import { Requested } from './Requested.tsx'
import { findTab, type Tab, tabs } from './tabs.ts'
import { useAdvice } from './use-advice.ts'
import { useRequested } from './use-requested.ts'

export const TradelinesScreen = () => (isOffered('tradelines') ? <Tradelines /> : <NotOffered />)

const NotOffered = () => (
  <div className={cardStyles.card}>
    <EmptyState
      icon="layers"
      title="Tradelines are not offered here"
      action={
        <Link {...buttonLook()} to="/analytics/$tab" params={{ tab: 'overview' }}>
          Go to Analytics
        </Link>
      }
    >
      Your report, disputes and documents are in the other sections.
    </EmptyState>
  </div>
)

/** A calculator, and the requests mailed to the manager. */
const Tradelines = () => {
  const tab = findTab(useParams({ strict: false }).tab)
  const navigate = useNavigate()
  const [justSent, setJustSent] = useState(false)
  const requested = useRequested()
  const advice = useAdvice(() => {
    setJustSent(true)
    requested.toFirst()
    void navigate({ to: '/tradelines/$tab', params: { tab: 'requested' } })
  })
  if (!tab) return <Navigate to="/tradelines/$tab" params={{ tab: 'calculator' }} replace />
  return (
    <>
      <TradelineTabs selected={tab} total={requested.total} />
      <div role="tabpanel" tabIndex={0} aria-labelledby={tabElementId(tab)}>
        {tab === 'calculator' ? (
          <Calculator advice={advice} />
        ) : (
          <Requested requested={requested} justSent={justSent} />
        )}
      </div>
    </>
  )
}

const tabElementId = (tab: Tab): string => `tradelines-tab-${tab}`

type TradelineTabsProps = {
  selected: Tab
  /** Undefined until it is known. */
  total: number | undefined
}

/** Real links with one Tab stop; arrows, Home and End move and select. */
const TradelineTabs = ({ selected, total }: TradelineTabsProps) => {
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const labels = {
    calculator: 'Calculator',
    requested: total === undefined ? 'Requested' : `Requested (${total})`,
  } as const satisfies Record<Tab, string>

  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabForKey(event, tabs, selected)
    if (!next) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>(`#${tabElementId(next)}`)?.focus()
    void navigate({ to: '/tradelines/$tab', params: { tab: next }, replace: true })
  }

  return (
    <div className={tabsStyles.tabRow}>
      <div
        className={`${tabsStyles.tabs} ${tabsStyles.two}`}
        role="tablist"
        aria-label="Tradelines"
        ref={list}
        onKeyDown={onKeyDown}
      >
        {tabs.map(tab => (
          <Link
            key={tab}
            id={tabElementId(tab)}
            role="tab"
            to="/tradelines/$tab"
            params={{ tab }}
            aria-selected={tab === selected}
            tabIndex={tab === selected ? 0 : -1}
          >
            {labels[tab]}
          </Link>
        ))}
      </div>
    </div>
  )
}
