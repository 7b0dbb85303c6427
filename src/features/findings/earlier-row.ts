import type { Account } from '#features/reports/canonical.ts'
import { isMergedRow } from '#features/reports/whose-row.ts'
import { showDate } from '#values/dates.ts'
import type { EarlierRow, RuleContext } from './context.ts'
import { type EvidenceField, formatField } from './evidence.ts'
import type { Evidence } from './finding.ts'

/** What the same bureau said of the same account in an earlier report. */

/** A field of an earlier report as evidence: `dateOpened (report of 10/14/2026)`. */
export const earlierEvidence = ({ row, reportDate }: EarlierRow, field: EvidenceField): Evidence => ({
  bureau: row.bureau,
  field: `${field} (report of ${showDate(reportDate)})`,
  value: formatField(row, field),
})

/** The newest earlier report in which the same account, of the same kind, fits; null when none does. */
export const findEarlierRow = (
  row: Account,
  { earlierRows }: RuleContext,
  fits: (before: Account) => boolean,
): EarlierRow | null =>
  isMergedRow(row)
    ? null
    : (earlierRows(row).find(
        one => !isMergedRow(one.row) && one.row.accountType === row.accountType && fits(one.row),
      ) ?? null)
