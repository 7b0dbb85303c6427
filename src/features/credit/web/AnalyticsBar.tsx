import { showDate } from '#values/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import tabsStyles from '#web/ui/Tabs.module.css'
import type { Analytics } from '../contract.ts'
import { AnalyticsTabs } from './AnalyticsTabs.tsx'

type AnalyticsBarProps = { report: Analytics['report']; busy: boolean; onRefresh: () => void }

/** The tabs, the date of the report shown, and Refresh, which keeps the old data while it works. */
export const AnalyticsBar = ({ report, busy, onRefresh }: AnalyticsBarProps) => {
  const date = showDate(report?.reportDate ?? null)
  return (
    <div className={tabsStyles.tabRow}>
      <AnalyticsTabs />
      <div className={tabsStyles.status}>
        <span role="status">{busy ? 'Refreshing...' : date !== null && `Report of ${date}`}</span>
        <Button icon="refresh" busy={busy} onClick={onRefresh}>
          Refresh
        </Button>
      </div>
    </div>
  )
}
