import { bureaus } from '#values/bureau.ts'
import { dayNumber } from '#values/dates.ts'
import type { ShownAccount } from './contract.ts'

const reportedOn = (account: ShownAccount): number =>
  account.lastReported === null ? Number.MIN_SAFE_INTEGER : dayNumber(account.lastReported)

/** Sorts rows of one account: the most recently reported first; of the same date, in the order of the bureaus. */
export const compareNewestFirst = (one: ShownAccount, other: ShownAccount): number =>
  reportedOn(other) - reportedOn(one) || bureaus.indexOf(one.bureau) - bureaus.indexOf(other.bureau)
