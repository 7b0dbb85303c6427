import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { isOffered } from '#web/capabilities.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LinkTabs, tabElementId } from '#web/ui/LinkTabs.tsx'
import * as tabsStyles from '#web/ui/Tabs.module.css'
import { Calculator } from './Calculator.tsx'
import { Requested } from './Requested.tsx'
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
  const place = useParams({ strict: false }).tab
  const navigate = useNavigate()
  const [justSent, setJustSent] = useState(false)
  const requested = useRequested()
  const advice = useAdvice(() => {
    setJustSent(true)
    requested.toFirst()
    void navigate({ to: '/tradelines/$tab', params: { tab: 'requested' } })
  })
  const total = requested.total
  const tabs = [
    { id: 'calculator', label: 'Calculator' },
    { id: 'requested', label: total === undefined ? 'Requested' : `Requested (${total})` },
  ] as const
  const tab = tabs.find(({ id }) => id === place)?.id
  if (!tab) return <Navigate to="/tradelines/$tab" params={{ tab: 'calculator' }} replace />
  return (
    <>
      <div className={tabsStyles.tabRow}>
        <LinkTabs
          label="Tradelines"
          to="/tradelines/$tab"
          tabs={tabs}
          selected={tab}
          className={tabsStyles.two}
        />
      </div>
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
