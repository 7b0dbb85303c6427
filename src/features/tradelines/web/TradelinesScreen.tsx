import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Calculator } from './Calculator.tsx'
import { Requested } from './Requested.tsx'
import { TradelineTabs, tabElementId } from './TradelineTabs.tsx'
import { findTab } from './tabs.ts'
import { useAdvice } from './use-advice.ts'
import { useRequested } from './use-requested.ts'

/** The Tradelines section: a calculator, and the requests that were mailed to the manager. */
export const TradelinesScreen = () => {
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
