import type { Account } from './canonical.ts'

/** Which bureau reported a row, and who owns the account. */

/** A row for several or unnamed bureaus is not a bureau's own row. */
export const isMergedRow = ({
  valuesShared,
  bureausKnown,
}: Pick<Account, 'valuesShared' | 'bureausKnown'>): boolean => valuesShared || !bureausKnown

/** Another person's account that the user may use (Metro 2 ECOA code 3). */
export const isAuthorizedUserRow = ({ responsibility }: Pick<Account, 'responsibility'>): boolean =>
  /authori[sz]ed/i.test(responsibility ?? '')
