import { isSevere } from '#features/findings/account-facts.ts'
import { groupApplications } from '#features/findings/applications.ts'
import { wasCollectedOrChargedOff } from '#features/findings/reporting-period.ts'
import type { Account } from '#features/reports/canonical.ts'
import type { RedactedReport } from '#features/reports/redact-for-plan.ts'
import { sortBureaus } from '#values/bureau.ts'
import type { DropOff } from './contract.ts'
import { accountTime, inquiryTime, lateMonthsTime, recordTime, type Told } from './drop-off-times.ts'
import type { CreditFacts } from './facts.ts'
import { paymentCells } from './payment-grid.ts'
import { accountName } from './wording.ts'

const markOf = (row: Account): string => {
  if (row.isCollection) return 'Collection account'
  const statuses = [row.payStatus, row.worstStatus, ...row.paymentHistory.map(month => month.status)]
  const worst = statuses.find(isSevere)
  return worst ? paymentCells[worst].label : 'Derogatory account'
}

/** The whole account, or its late months, with the time of each. */
export const accountItems = (row: Account): { what: string; told: Told }[] => {
  const isNegative = row.isDerogatory || wasCollectedOrChargedOff(row)
  const whole = isNegative ? [{ what: markOf(row), told: accountTime(row) }] : []
  // The months of a collection or charge-off leave with the account.
  if (whole.some(({ told }) => told.latest !== null) || wasCollectedOrChargedOff(row)) return whole
  const late = lateMonthsTime(row)
  return late === null ? whole : [...whole, { what: 'Late payments', told: late }]
}

/** Bureaus whose rows say the same share one entry. */
const joinBureaus = (all: readonly DropOff[]): DropOff[] =>
  [...Map.groupBy(all, ({ bureau: _, bureaus: __, ...rest }) => JSON.stringify(rest)).values()].flatMap(
    ([first, ...others]) =>
      first === undefined
        ? []
        : [{ ...first, bureaus: sortBureaus([first, ...others].flatMap(({ bureaus }) => bureaus)) }],
  )

/** The soonest first; what cannot be told last. */
export const listDropOffs = (
  report: Pick<RedactedReport, 'accounts' | 'publicRecords' | 'inquiries'>,
  facts: CreditFacts,
): DropOff[] => {
  const named = new Map(facts.accounts.map(({ id, latest }) => [id, accountName(latest, facts)]))
  const accounts = report.accounts.flatMap(row =>
    accountItems(row).map(
      ({ what, told }): DropOff => ({
        kind: what === 'Late payments' ? 'late_payments' : 'account',
        accountId: row.id,
        label: named.get(row.id) ?? row.creditorName,
        value: what,
        bureau: row.bureau,
        bureaus: [row.bureau],
        ...told,
        // Its word is about the account, not about single months.
        ...(row.removalDate && what !== 'Late payments' ? { bureauSays: row.removalDate } : {}),
      }),
    ),
  )
  const records = report.publicRecords.map(
    (record): DropOff => ({
      kind: 'record',
      recordId: record.id,
      label: record.type,
      value: record.disposition ?? 'Public record',
      bureau: record.bureau,
      bureaus: [record.bureau],
      ...recordTime(record),
    }),
  )
  const inquiries = groupApplications(report.inquiries).map(
    ({ rows }): DropOff => ({
      kind: 'inquiry',
      inquiryId: rows[0].id,
      label: rows[0].company,
      value: rows[0].kind === 'hard' ? 'Hard inquiry' : 'Inquiry',
      bureau: rows[0].bureau,
      bureaus: sortBureaus(rows.map(({ bureau }) => bureau)),
      ...inquiryTime(rows[0]),
    }),
  )
  return [...joinBureaus(accounts), ...joinBureaus(records), ...inquiries].toSorted((one, other) =>
    (one.latest ?? '9999').localeCompare(other.latest ?? '9999'),
  )
}
