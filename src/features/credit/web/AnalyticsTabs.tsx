import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type KeyboardEvent, useRef } from 'react'
import tabsStyles from '#web/ui/Tabs.module.css'
import { tabForKey } from '#web/ui/tab-keys.ts'
import { findTab, type Tab, tabs } from './tabs.ts'

/** The id of a tab's link, which names its panel. */
export const tabElementId = (tab: Tab): string => `analytics-tab-${tab.id}`

/**
 * The eight tabs as real links, so that each has an address. One stop for the Tab key; the arrows, Home and End
 * move and select, and replace the address so that Back leaves the section.
 */
export const AnalyticsTabs = () => {
  const selected = findTab(useParams({ strict: false }).tab)
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    const next = selected && tabForKey<Tab>(event, tabs, selected)
    if (!next) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>(`#${tabElementId(next)}`)?.focus()
    void navigate({ to: '/analytics/$tab', params: { tab: next.id }, replace: true })
  }

  return (
    <div
      className={tabsStyles.tabs}
      role="tablist"
      aria-label="Credit analytics"
      ref={list}
      onKeyDown={onKeyDown}
    >
      {tabs.map(tab => (
        <Link
          key={tab.id}
          id={tabElementId(tab)}
          role="tab"
          to="/analytics/$tab"
          params={{ tab: tab.id }}
          aria-selected={tab === selected}
          tabIndex={tab === selected ? 0 : -1}
        >
          {tab.label}
        </Link>
      ))}
    </div>
  )
}
