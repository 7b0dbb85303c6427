import { groupApplications } from '#features/findings/applications.ts'
import type { FullReport } from './contract.ts'

export type ShownInquiry = FullReport['creditInquiries'][number]

/** One inquiry for each application for credit, distinct in company and date (decisions section 5), newest first. */
export const distinctApplications = (inquiries: readonly ShownInquiry[]): ShownInquiry[] =>
  groupApplications(inquiries).map(({ rows: [first] }) => first)
