import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useRef } from 'react'
import * as tabsStyles from './Tabs.module.css'
import { tabForKey } from './tab-keys.ts'

type LinkTab<Id extends string> = { id: Id; label: string }

type LinkTabsProps<Id extends string> = {
  label: string
  to: '/analytics/$tab' | '/plan/$tab' | '/tradelines/$tab'
  tabs: readonly LinkTab<Id>[]
  selected: Id | undefined
  className?: string
}

/** The id of a tab, which labels its panel. */
export const tabElementId = (tab: string): string => `tab-${tab}`

/**
 * The tabs of a section as real links, so each has an address. One Tab stop; arrows, Home and End move and replace the
 * address, so Back leaves the section.
 */
export const LinkTabs = <Id extends string>({ label, to, tabs, selected, className }: LinkTabsProps<Id>) => {
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const next =
      selected &&
      tabForKey(
        event,
        tabs.map(({ id }) => id),
        selected,
      )
    if (!next) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>(`#${tabElementId(next)}`)?.focus()
    void navigate({ to, params: { tab: next }, replace: true })
  }
  return (
    <div
      className={className ? `${tabsStyles.tabs} ${className}` : tabsStyles.tabs}
      role="tablist"
      aria-label={label}
      ref={list}
      onKeyDown={onKeyDown}
    >
      {tabs.map(tab => (
        <Link
          key={tab.id}
          id={tabElementId(tab.id)}
          role="tab"
          to={to}
          params={{ tab: tab.id }}
          aria-selected={tab.id === selected}
          tabIndex={tab.id === selected ? 0 : -1}
        >
          {tab.label}
        </Link>
      ))}
    </div>
  )
}
