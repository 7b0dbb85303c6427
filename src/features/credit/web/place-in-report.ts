import type { Bureau } from '#values/bureau.ts'
import type { Basis } from '../contract.ts'
import type { TabId } from './tabs.ts'

/** The id of what one bureau says of an account in the Full Report: the head of its column. */
export const accountAnchor = (accountId: string, bureau: Bureau): string => `account-${accountId}-${bureau}`

/** The id of an inquiry's row, and of a public record's. */
export const inquiryAnchor = (inquiryId: string, bureau: Bureau): string => `inquiry-${inquiryId}-${bureau}`
export const recordAnchor = (recordId: string, bureau: Bureau): string => `record-${recordId}-${bureau}`

/** The tab and the id in it where the row behind a number stands; null when it stands nowhere. */
export const findBasisLocation = (basis: Basis): { tab: TabId; id: string } | null => {
  const { accountId, inquiryId, recordId, bureau } = basis
  if (bureau === undefined) return null
  if (inquiryId !== undefined) return { tab: 'inquiries', id: inquiryAnchor(inquiryId, bureau) }
  if (accountId !== undefined) return { tab: 'report', id: accountAnchor(accountId, bureau) }
  return recordId === undefined ? null : { tab: 'report', id: recordAnchor(recordId, bureau) }
}
