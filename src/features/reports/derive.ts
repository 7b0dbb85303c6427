import type { PartialDate } from '#values/dates.ts'
import type { Dollars } from '#values/money.ts'
import type { AccountStatus, PayToken } from './canonical.ts'
import { isSevere } from './readers/codes.ts'
import { isOwed } from './readers/fields.ts'

/** Values derived from an account's reported facts, the same for every format. */

export type AccountFacts = {
  condition: AccountStatus | null
  openClosed: 'Open' | 'Closed' | null
  payStatus: PayToken | null
  isCollection: boolean
  currentBalance: Dollars | null
  datePaid: PartialDate | null
}

/** Paid: the sender states it and no balance contradicts it, or there is a paid date and a zero balance. */
const isPaidOff = ({ condition, currentBalance, datePaid }: AccountFacts): boolean =>
  !isOwed(currentBalance) && (condition === 'Paid' || (datePaid !== null && currentBalance !== null))

/**
 * Derogatory when the sender states it, or for a collection, charge-off, repossession, foreclosure, surrender
 * or bankruptcy that is unpaid or still shows a balance; otherwise the sender's condition; otherwise open or
 * closed. A row that is not stated to be closed is open.
 */
export const deriveAccountStatus = (facts: AccountFacts): AccountStatus => {
  const isAdverse = facts.isCollection || isSevere(facts.payStatus)
  if (facts.condition === 'Derogatory' || (isAdverse && !isPaidOff(facts))) return 'Derogatory'
  return facts.condition ?? facts.openClosed ?? 'Open'
}

/**
 * Whether the account counts as derogatory, paid or not. `worst`: a severe rating that the sender reports in
 * addition to the current one, as MISMO does for a paid charge-off.
 */
export const deriveIsDerogatory = (facts: AccountFacts, worst: PayToken | null = null): boolean =>
  facts.condition === 'Derogatory' || facts.isCollection || isSevere(facts.payStatus) || isSevere(worst)
