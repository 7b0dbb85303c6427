import '#web/ui/analytics.css'
import { Navigate, useParams } from '@tanstack/react-router'
import { type ReportImport, useReportImport } from '#features/reports/web/use-report-import.ts'
import { useAsk } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import type { Analytics } from '../contract.ts'
import { AnalyticsBar } from './AnalyticsBar.tsx'
import { AnalyticsSkeleton } from './AnalyticsSkeleton.tsx'
import { tabElementId } from './AnalyticsTabs.tsx'
import { FullReport } from './FullReport.tsx'
import { LaterTab } from './LaterTab.tsx'
import { Overview } from './Overview.tsx'
import { Processing } from './Processing.tsx'
import { RawData } from './RawData.tsx'
import { type Tab, tabOf } from './tabs.ts'

/** How often an open page asks again while the bureaus are asked for a report. */
const processingMs = 5000

/** The Analytics section: eight tabs over one answer of the credit service. */
export const AnalyticsScreen = () => {
  const tab = tabOf(useParams({ strict: false }).tab)
  const { data, error, isPending, isFetching, refetch } = useAsk(client.credit.analytics, undefined, {
    refetchInterval: latest => (latest?.isProcessing ? processingMs : false),
  })
  const work = useReportImport()
  if (!tab) return <Navigate to="/analytics/$tab" params={{ tab: 'overview' }} replace />

  const refresh = () => void refetch()
  const refreshing = isFetching && !isPending && data?.isProcessing !== true
  return (
    <>
      <AnalyticsBar tab={tab} report={data?.report ?? null} busy={refreshing} onRefresh={refresh} />
      <div
        role="tabpanel"
        className="stack"
        tabIndex={0}
        aria-labelledby={tabElementId(tab)}
        aria-busy={isPending}
      >
        {isPending && <AnalyticsSkeleton />}
        {error && !data && <ErrorCard error={error} busy={isFetching} onRetry={refresh} />}
        {error && data && (
          <ErrorNote error={error} safe="You see the report as it was." busy={isFetching} onRetry={refresh} />
        )}
        {data && <Panel tab={tab} data={data} work={work} />}
      </div>
    </>
  )
}

const Panel = ({ tab, data, work }: { tab: Tab; data: Analytics; work: ReportImport }) => {
  switch (tab.id) {
    case 'overview':
      return <Overview data={data} work={work} />
    case 'report':
      return data.isProcessing ? <Processing data={data} /> : <FullReport data={data} />
    case 'raw':
      return <RawData data={data} />
    case 'history':
    case 'accounts':
    case 'inquiries':
    case 'personal':
    case 'voice':
      return <LaterTab id={tab.id} />
  }
}
