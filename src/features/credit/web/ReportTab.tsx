import type { Analytics } from '../contract.ts'
import { AccountsTab } from './AccountsTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { InquiriesTab } from './InquiriesTab.tsx'
import { PersonalTab } from './PersonalTab.tsx'
import { RawData } from './RawData.tsx'
import type { TabId } from './tabs.ts'

type Props = { id: Exclude<TabId, 'overview' | 'report' | 'voice'>; data: Analytics }

/** The tabs that show other rows of the report, as a separate chunk from those of Overview and Full Report. */
export const ReportTab = ({ id, data }: Props) => {
  switch (id) {
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
