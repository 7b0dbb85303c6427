import { Navigate, Outlet, useParams } from '@tanstack/react-router'
import { memo, useDeferredValue } from 'react'
import { type ReportImport, useReportImport } from '#features/reports/web/use-report-import.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useUser } from '#web/session.ts'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import type { Analytics } from '../contract.ts'
import { AnalyticsBar } from './AnalyticsBar.tsx'
import { AnalyticsSkeleton } from './AnalyticsSkeleton.tsx'
import { tabElementId } from './AnalyticsTabs.tsx'
import { AccountsTab } from './accounts/AccountsTab.tsx'
import { FullReport } from './FullReport.tsx'
import { HistoryTab } from './history/HistoryTab.tsx'
import { InquiriesTab } from './inquiries/InquiriesTab.tsx'
import { subscriptionLevel } from './level.ts'
import { Overview } from './Overview.tsx'
import { Processing } from './Processing.tsx'
import { PersonalTab } from './personal/PersonalTab.tsx'
import { RawData } from './RawData.tsx'
import { findTab, type Tab, type TabId } from './tabs.ts'
import { useAnalytics } from './use-analytics.ts'

/**
 * The Analytics section: eight tabs over one answer of the credit service, and one over the history. The Voice tab stands
 * on this feature and others; the routes put it in.
 */
export const AnalyticsScreen = () => {
  // The tab pressed is marked at once; what it shows is drawn in pieces, between which the page still answers.
  const tab = useDeferredValue(findTab(useParams({ strict: false }).tab))
  if (!tab) return <Navigate to="/analytics/$tab" params={{ tab: 'overview' }} replace />
  return <Section tab={tab} />
}

const Section = memo(({ tab }: { tab: Tab }) => {
  const { data, error, isPending, isFetching, refreshing, refresh } = useAnalytics()
  const work = useReportImport()
  // The scores say how they changed: a line that would come later would move all below them.
  const level = subscriptionLevel(useUser())
  const history = useApiQuery(client.credit.history, { level }, { enabled: tab.id === 'overview' })
  const waits = isPending || (tab.id === 'overview' && data !== undefined && !history.isFetched)
  const busy = refreshing && data?.isProcessing !== true
  return (
    <>
      <AnalyticsBar report={data?.report ?? null} busy={busy} onRefresh={refresh} />
      <div
        role="tabpanel"
        className={layoutStyles.stack}
        tabIndex={0}
        aria-labelledby={tabElementId(tab)}
        aria-busy={waits}
      >
        {waits && <AnalyticsSkeleton />}
        {error && !data && <ErrorCard error={error} busy={isFetching} onRetry={refresh} />}
        {error && data && (
          <ErrorNote error={error} safe="You see the report as it was." busy={isFetching} onRetry={refresh} />
        )}
        {data && !waits && <Panel tab={tab} data={data} work={work} />}
      </div>
    </>
  )
})

/** These show the report, and nothing while the first one is on its way (specification section 2, Full Report). */
const ofReport: readonly TabId[] = ['report', 'accounts', 'inquiries', 'personal']

const Panel = ({ tab, data, work }: { tab: Tab; data: Analytics; work: ReportImport }) => {
  if (tab.id === 'overview') return <Overview data={data} work={work} />
  const waiting = data.isProcessing && tab.id !== 'raw' && <Processing data={data} />
  if (waiting && data.fullReport === null && ofReport.includes(tab.id)) return waiting
  return (
    <>
      {waiting}
      <Content id={tab.id} data={data} />
    </>
  )
}

const Content = ({ id, data }: { id: Exclude<TabId, 'overview'>; data: Analytics }) => {
  switch (id) {
    case 'report':
      return <FullReport data={data} />
    case 'history':
      return <HistoryTab />
    case 'accounts':
      return <AccountsTab data={data} />
    case 'inquiries':
      return <InquiriesTab data={data} />
    case 'personal':
      return <PersonalTab data={data} />
    case 'raw':
      return <RawData data={data} />
    case 'voice':
      return <Outlet />
  }
}
