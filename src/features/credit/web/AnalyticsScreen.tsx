import { Link, Navigate, Outlet, useParams } from '@tanstack/react-router'
import { memo, type ReactNode, Suspense, useDeferredValue, useEffect } from 'react'
import { useFindings } from '#features/findings/web/use-findings.ts'
import { useUser } from '#features/identity/web/session.ts'
import { noReportMessage } from '#features/reports/refresh-rules.ts'
import { GetReportActions } from '#features/reports/web/GetReportActions.tsx'
import { OldReportNote } from '#features/reports/web/OldReportNote.tsx'
import { describeReportDate } from '#features/reports/web/parts-text.ts'
import { type ReportImport, useReportImport } from '#features/reports/web/use-report-import.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { isOffered } from '#web/capabilities.ts'
import { client } from '#web/client.ts'
import { lazyScreen } from '#web/lazy-loading.ts'
import { Button, buttonLook } from '#web/ui/Button.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LinkTabs, tabElementId } from '#web/ui/LinkTabs.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as tabsStyles from '#web/ui/Tabs.module.css'
import type { Analytics } from '../contract.ts'
import { Processing } from './Processing.tsx'
import { TabSkeleton } from './TabSkeleton.tsx'
import { findTab, type Tab, type TabId, tabs } from './tabs.ts'
import { subscriptionLevel, useAnalytics } from './use-analytics.ts'

const Overview = lazyScreen(() => import('./Overview.tsx'), 'Overview')
const FullReport = lazyScreen(() => import('./FullReport.tsx'), 'FullReport')
const ReportTab = lazyScreen(() => import('./ReportTab.tsx'), 'ReportTab')

/** The tab in the address, or the one about to be shown, loads with this file. */
export const loadParts = async (): Promise<void> => {
  const tab = location.pathname.match(/^\/analytics\/(?!overview)(\w+)/)?.[1]
  await (tab === undefined ? Overview : tab === 'report' ? FullReport : ReportTab).preload?.()
}

type AnalyticsBarProps = { report: Analytics['report']; busy: boolean; onRefresh: () => void }

const AnalyticsBar = ({ report, busy, onRefresh }: AnalyticsBarProps) => {
  const date = describeReportDate(report?.parts ?? [])
  const selected = findTab(useParams({ strict: false }).tab)?.id
  return (
    <div className={tabsStyles.tabRow}>
      <LinkTabs label="Credit analytics" to="/analytics/$tab" tabs={tabs} selected={selected} />
      <div className={tabsStyles.status}>
        <span role="status">{busy ? 'Refreshing...' : date}</span>
        {isOffered('pulls') ? (
          <Button icon="refresh" busy={busy} onClick={onRefresh}>
            Refresh
          </Button>
        ) : (
          <Link {...buttonLook()} to="/analytics/$tab" params={{ tab: 'overview' }} hash="import-report">
            <Icon name="upload" />
            Import your own report
          </Link>
        )}
      </div>
    </div>
  )
}

type AnalyticsScreenProps = {
  /** Content of a higher feature, first in Overview, which waits until it is loaded. */
  top: ReactNode
  topIsReady: boolean
}

/** Tabs over one analytics response. The Voice tab belongs to a higher feature, so the routes insert it. */
export const AnalyticsScreen = ({ top, topIsReady }: AnalyticsScreenProps) => {
  // Highlights the tab immediately and renders its content in pieces, so the page stays responsive.
  const tab = useDeferredValue(findTab(useParams({ strict: false }).tab))
  if (!tab) return <Navigate to="/analytics/$tab" params={{ tab: 'overview' }} replace />
  return <Section tab={tab} top={top} topIsReady={topIsReady} />
}

const ofReport: readonly TabId[] = ['report', 'accounts', 'inquiries', 'personal']

const Section = memo(({ tab, top, topIsReady }: AnalyticsScreenProps & { tab: Tab }) => {
  const { data, error, isPending, isFetching, refreshing, refresh } = useAnalytics()
  // The other tabs, so that they open immediately.
  useEffect(() => {
    for (const content of [Overview, FullReport, ReportTab]) void content.preload?.()
  }, [])
  const work = useReportImport()
  // Waits for the history too: its line in the score cards would move everything below.
  const level = subscriptionLevel(useUser())
  const history = useApiQuery(client.credit.history, { level }, { enabled: tab.id === 'overview' })
  // Rows show the states of disputed items, and the lead what can be done.
  const findings = useFindings()
  const isOverview = tab.id === 'overview'
  const lacks =
    (isOverview && !(history.isFetched && topIsReady)) ||
    ((isOverview || ofReport.includes(tab.id)) && !findings.isFetched)
  const waits = isPending || (data !== undefined && lacks)
  const busy = refreshing && data?.isProcessing !== true
  return (
    <>
      <AnalyticsBar report={data?.report ?? null} busy={busy} onRefresh={refresh} />
      <div
        role="tabpanel"
        className={layoutStyles.stack}
        tabIndex={0}
        aria-labelledby={tabElementId(tab.id)}
        aria-busy={waits}
      >
        {waits && <TabSkeleton tab={tab.id} />}
        {error && !data && <ErrorCard error={error} busy={isFetching} onRetry={refresh} />}
        {error && data && (
          <ErrorNote error={error} safe="Showing your last report." busy={isFetching} onRetry={refresh} />
        )}
        {data && !waits && (
          <Suspense fallback={<TabSkeleton tab={tab.id} />}>
            <Panel tab={tab} data={data} work={work} top={top} />
          </Suspense>
        )}
      </div>
    </>
  )
})

type PanelProps = { tab: Tab; data: Analytics; work: ReportImport; top: ReactNode }

const Panel = ({ tab, data, work, top }: PanelProps) => {
  if (tab.id === 'overview') return <Overview data={data} work={work} top={top} />
  const waiting = data.isProcessing && tab.id !== 'raw' && <Processing data={data} />
  if (waiting && data.fullReport === null && ofReport.includes(tab.id)) return waiting
  return (
    <>
      {waiting}
      {tab.id !== 'raw' && data.report && <OldReportNote parts={data.report.parts} />}
      {tab.id === 'voice' && data.fullReport === null && !data.isProcessing && (
        <Note tone="plain" title={data.message ?? noReportMessage}>
          <div className={layoutStyles.stackSmall}>
            <p>Answers come from your report. Until you have one, few questions can be answered.</p>
            <GetReportActions />
          </div>
        </Note>
      )}
      <TabContent id={tab.id} data={data} />
    </>
  )
}

const TabContent = ({ id, data }: { id: Exclude<TabId, 'overview'>; data: Analytics }) => {
  if (id === 'voice') return <Outlet />
  return id === 'report' ? <FullReport data={data} /> : <ReportTab id={id} data={data} />
}
