import { findBasisLocation, type TabId } from '#features/credit/web/tabs.ts'
import type { Citation } from '../contract.ts'

/** Where a citation leads: a tab of Analytics with a place in it, a dispute, or Profile. */
export type CitationTarget =
  | { kind: 'tab'; tab: TabId; id: string | null }
  | { kind: 'dispute'; disputeId: string }
  | { kind: 'profile' }

const tabs: Readonly<Record<string, TabId>> = {
  creditScores: 'overview',
  creditFactors: 'overview',
  report: 'overview',
  history: 'history',
  personalInformation: 'personal',
}

/** The place of a citation's field; null if unknown. */
export const findCitationTarget = ({ label, bureau, field }: Citation): CitationTarget | null => {
  const [list = '', id] = field.split('/')
  if (list === 'user') return { kind: 'profile' }
  if (list === 'disputes') return id === undefined ? null : { kind: 'dispute', disputeId: id }
  const ids = {
    accountInformation: { accountId: id },
    creditInquiries: { inquiryId: id },
    publicRecords: { recordId: id },
  }
  if (list === 'accountInformation' || list === 'creditInquiries' || list === 'publicRecords') {
    const place = findBasisLocation({ label, value: '', bureau, ...ids[list] })
    return place && { kind: 'tab', ...place }
  }
  const tab = tabs[list]
  return tab === undefined ? null : { kind: 'tab', tab, id: null }
}
