import type { Account } from './canonical.ts'

/** Which bureau stated a row, and who owns the account. */

/** A row for several bureaus, or for one that is not named, is no bureau's own statement. */
export const isMergedRow = ({
  valuesShared,
  bureausKnown,
}: Pick<Account, 'valuesShared' | 'bureausKnown'>): boolean => valuesShared || !bureausKnown

/** Someone else's account that the person may use (Metro 2 ECOA code 3). */
export const isAuthorizedUserRow = ({ responsibility }: Pick<Account, 'responsibility'>): boolean =>
  /authori[sz]ed/i.test(responsibility ?? '')
