import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useRef } from 'react'
import tabsStyles from '#web/ui/Tabs.module.css'
import { tabForKey } from '#web/ui/tab-keys.ts'
import { type Tab, tabs } from './tabs.ts'

/** The id of a tab's link, which names its panel. */
export const tabElementId = (tab: Tab): string => `tradelines-tab-${tab}`

type TradelineTabsProps = {
  selected: Tab
  /** How many requests there are; undefined until it is known. */
  total: number | undefined
}

/** The two tabs as real links. One stop for the Tab key; arrows, Home and End move and select. */
export const TradelineTabs = ({ selected, total }: TradelineTabsProps) => {
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
