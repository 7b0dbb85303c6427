import { accountItems, inquiryTime, recordTime } from '#features/credit/drop-offs.ts'
import { isLate } from '#features/findings/account-facts.ts'
import { groupApplications } from '#features/findings/applications.ts'
import { addSevenYears, latestDay } from '#features/findings/reporting-period.ts'
import type { Account } from '#features/reports/canonical.ts'
import { showMonth } from '#values/dates.ts'
import type { CreditFile } from './credit-file.ts'

/**
 * The effect of time alone on a file: items drop off once their last day has passed (`credit/drop-off-times.ts`), and
 * everything else ages. Payments and balances during that time are unknown, so none are added. Items without a known last
 * day stay.
 */

/** What dropped off, and the last day on which it may have been listed. */
export type Departure = { label: string; value: string; latest: string }

const isOver = (latest: string | null, on: string): latest is string => latest !== null && latest < on

/** The row without what has dropped off; null when the whole account has. */
const ageAccount = (row: Account, on: string): { row: Account | null; departures: Departure[] } => {
  for (const { what, time } of accountItems(row)) {
    if (what !== 'Late payments') {
      if (isOver(time.latest, on))
        return { row: null, departures: [{ label: row.creditorName, value: what, latest: time.latest }] }
      continue
    }
    const left = row.paymentHistory.filter(
      ({ date, status }) => isLate(status) && isOver(addSevenYears(latestDay(date)), on),
    )
    return {
      row: { ...row, paymentHistory: row.paymentHistory.filter(month => !left.includes(month)) },
      departures: left.map(({ date }) => ({
        label: row.creditorName,
        value: `Late month ${showMonth(date)}`,
        latest: addSevenYears(latestDay(date)),
      })),
    }
  }
  return { row, departures: [] }
}

/** The file on a later day. */
export const passTime = (
  { bureau, report }: CreditFile,
  on: string,
): { file: CreditFile; departures: Departure[] } => {
  const accounts = report.accounts.map(row => ageAccount(row, on))
  const inquiriesLeft = report.inquiries.filter(row => isOver(inquiryTime(row).latest, on))
  const recordsLeft = report.publicRecords.filter(row => isOver(recordTime(row).latest, on))
  return {
    file: {
      bureau,
      on,
      report: {
        ...report,
        accounts: accounts.flatMap(({ row }) => (row === null ? [] : [row])),
        inquiries: report.inquiries.filter(row => !inquiriesLeft.includes(row)),
        publicRecords: report.publicRecords.filter(row => !recordsLeft.includes(row)),
      },
    },
    departures: [
      ...accounts.flatMap(({ departures }) => departures),
      ...recordsLeft.map(row => ({
        label: row.type,
        value: 'Public record',
        latest: recordTime(row).latest ?? '',
      })),
      ...groupApplications(inquiriesLeft).map(({ rows: [row] }) => ({
        label: row.company,
        value: 'Inquiry',
        latest: inquiryTime(row).latest ?? '',
      })),
    ].toSorted((one, other) => one.latest.localeCompare(other.latest)),
  }
}
