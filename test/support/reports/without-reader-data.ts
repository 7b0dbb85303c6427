import type { Report } from '#features/reports/canonical.ts'
import { recordKindOf } from '#features/reports/public-records.ts'

/** A report without what readers add themselves: ids, the files without data, and the coverage. */
export const withoutReaderData = ({ coverage: _, ...report }: Report): Report => {
  const ids = new Map<string, string>()
  const idOf = (id: string): string => {
    const own = ids.get(id) ?? `account-${ids.size}`
    ids.set(id, own)
    return own
  }
  const text = (row: object): string => JSON.stringify(row)
  const sorted = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
    rows.map(row => ({ ...row, id: '' })).toSorted((a, b) => text(a).localeCompare(text(b)))
  return {
    ...report,
    files: report.files.filter(({ status }) => status === 'hit'),
    accounts: report.accounts.map(row => ({ ...row, id: idOf(row.id) })),
    inquiries: sorted(report.inquiries),
    // The kind that a format has no code for is read from the words, with the same result.
    publicRecords: sorted(
      report.publicRecords.map(record => {
        const kind = recordKindOf(record)
        return { ...record, ...(kind === null ? {} : { kind }) }
      }),
    ),
  }
}
