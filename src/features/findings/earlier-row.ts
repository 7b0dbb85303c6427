import type { Account } from '#features/reports/canonical.ts'
import { isMerged } from '#features/reports/whose-row.ts'
import { showDate } from '#values/dates.ts'
import type { Context, EarlierRow } from './context.ts'
import { type Field, shownValue } from './evidence.ts'
import type { Evidence } from './finding.ts'

/** What the same bureau said of the same account in an earlier report. */

/** A field of an earlier report as evidence: `dateOpened (report of 10/14/2026)`. */
export const evidenceBefore = ({ row, reportDate }: EarlierRow, field: Field): Evidence => ({
  bureau: row.bureau,
  field: `${field} (report of ${showDate(reportDate)})`,
  value: shownValue(row, field),
})

/** The newest earlier report in which the same account, of the same kind, fits; null when none does. */
export const earlierThat = (
  row: Account,
  { earlier }: Context,
  fits: (before: Account) => boolean,
): EarlierRow | null =>
  isMerged(row)
    ? null
    : (earlier(row).find(
        one => !isMerged(one.row) && one.row.accountType === row.accountType && fits(one.row),
      ) ?? null)
