import { accountAnchor, inquiryAnchor, recordAnchor } from '#features/reports/web/row-anchors.ts'
import { isOffered } from '#web/capabilities.ts'
import type { Basis } from '../contract.ts'

const everyTab = [
  { id: 'overview', label: 'Overview' },
  { id: 'report', label: 'Full Report' },
  { id: 'history', label: 'History' },
  { id: 'accounts', label: 'Accounts' },
  { id: 'inquiries', label: 'Inquiries' },
  { id: 'personal', label: 'Personal' },
  { id: 'voice', label: 'Voice' },
  { id: 'raw', label: 'Raw Data' },
] as const

export type Tab = (typeof everyTab)[number]
export type TabId = Tab['id']

/** The tabs this server offers. */
export const tabs: readonly Tab[] = everyTab.filter(({ id }) => id !== 'voice' || isOffered('voice'))

export const findTab = (place: string | undefined): Tab | undefined => tabs.find(tab => tab.id === place)

export const publicRecordsAnchor = 'public-records'

/** Null if the row has no anchor. */
export const findBasisLocation = (basis: Partial<Basis>): { tab: TabId; id: string } | null => {
  const { accountId, inquiryId, recordId, bureau } = basis
  if (bureau === undefined) return null
  if (inquiryId !== undefined) return { tab: 'inquiries', id: inquiryAnchor(inquiryId, bureau) }
  if (accountId !== undefined) return { tab: 'report', id: accountAnchor(accountId, bureau) }
  return recordId === undefined ? null : { tab: 'report', id: recordAnchor(recordId, bureau) }
}
