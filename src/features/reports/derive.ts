import type { PartialDate } from '#values/dates.ts'
import type { Dollars } from '#values/money.ts'
import type { AccountStatus, PayToken } from './canonical.ts'
import { isSevere } from './readers/codes.ts'
import { isOwed } from './readers/fields.ts'

/** What is concluded from an account's reported facts, the same for every format (decisions section 5). */

export type AccountFacts = {
  /** The sender's own condition, in our words; null when it says none. */
  condition: AccountStatus | null
  openClosed: 'Open' | 'Closed' | null
  payStatus: PayToken | null
  isCollection: boolean
  currentBalance: Dollars | null
  datePaid: PartialDate | null
}

/** Paid: the sender says so, and no balance contradicts it; or it gives the date and a balance of zero. */
const isPaidOff = ({ condition, currentBalance, datePaid }: AccountFacts): boolean =>
  !isOwed(currentBalance) && (condition === 'Paid' || (datePaid !== null && currentBalance !== null))

/**
 * Derogatory when the sender says so, or for a collection, charge-off, repossession, foreclosure, surrender or
 * bankruptcy that is not paid or still shows a balance; else the sender's condition; else open or closed. A row
 * that nothing calls closed is open.
 */
export const deriveAccountStatus = (facts: AccountFacts): AccountStatus => {
  const isAdverse = facts.isCollection || isSevere(facts.payStatus)
  if (facts.condition === 'Derogatory' || (isAdverse && !isPaidOff(facts))) return 'Derogatory'
  return facts.condition ?? facts.openClosed ?? 'Open'
}

/**
 * Whether the account counts as derogatory, paid or not. `worst`: a severe rating that the sender keeps beside
 * the current one, as MISMO does for a charge-off that was paid.
 */
export const deriveIsDerogatory = (facts: AccountFacts, worst: PayToken | null = null): boolean =>
  facts.condition === 'Derogatory' || facts.isCollection || isSevere(facts.payStatus) || isSevere(worst)
