import type { Bureau } from '#values/bureau.ts'

/** The ids of the rows of a report on the Analytics tabs, for links from elsewhere. */

export const accountAnchor = (accountId: string, bureau: Bureau): string => `account-${accountId}-${bureau}`
export const inquiryAnchor = (inquiryId: string, bureau: Bureau): string => `inquiry-${inquiryId}-${bureau}`
export const recordAnchor = (recordId: string, bureau: Bureau): string => `record-${recordId}-${bureau}`
