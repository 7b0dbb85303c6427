import type { Analytics } from '../contract.ts'
import { AccountsTab } from './AccountsTab.tsx'
import { FullReport } from './FullReport.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { InquiriesTab } from './InquiriesTab.tsx'
import { PersonalTab } from './PersonalTab.tsx'
import { RawData } from './RawData.tsx'
import type { TabId } from './tabs.ts'

/** The tabs that show rows of the report, as a separate chunk from Overview's. */
export const ReportTab = ({ id, data }: { id: Exclude<TabId, 'overview' | 'voice'>; data: Analytics }) => {
  switch (id) {
    case 'report':
      return <FullReport data={data} />
    case 'history':
      return <HistoryTab report={data.report} />
    case 'accounts':
      return <AccountsTab data={data} />
    case 'inquiries':
      return <InquiriesTab data={data} />
    case 'personal':
      return <PersonalTab data={data} />
    case 'raw':
      return <RawData data={data} />
  }
}
