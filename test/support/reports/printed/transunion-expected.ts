import type { Account, Report } from '#features/reports/canonical.ts'
import { deriveAccountStatus, deriveIsDerogatory } from '#features/reports/derive.ts'
import { expectedIn, printedNumber } from '../known-report.ts'

/** The report with numbers as printed by TransUnion. */
export const asShown = (report: Report): Report => ({
  ...report,
  accounts: report.accounts.map(row => ({
    ...row,
    accountNumber: row.accountNumber === null ? null : printedNumber(row.accountNumber, 'transunion-pdf'),
  })),
})

const oneLine = <A extends { street: string | null; city: string | null }>(address: A | null): A | null =>
  address && { ...address, street: `${address.street} ${address.city}`, city: null }

/** A known row without what the layout cannot show. */
const asPrinted = (row: Account): Account => {
  const condition = row.dateClosed === null ? null : ('Closed' as const)
  const facts = { ...row, condition, openClosed: condition, datePaid: null }
  const { worstStatus } = row
  return {
    ...facts,
    accountStatus: deriveAccountStatus(facts),
    isDerogatory: deriveIsDerogatory(facts, worstStatus),
    worstStatus: worstStatus === 'OK' ? null : worstStatus,
    address: oneLine(row.address),
  }
}

const withoutId = <Row extends { id: string }>({ id: _, ...row }: Row) => row
const sortedBy = <T>(rows: readonly T[], keyOf: (row: T) => string): T[] =>
  rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))

/** The rows without ids, in one order. */
export const contentOf = (report: Report) => ({
  accounts: sortedBy(report.accounts, row => `${row.creditorNameReported} ${row.accountNumber}`).map(
    ({ id: _, creditorName: __, ...row }) => row,
  ),
  inquiries: sortedBy(report.inquiries, row => `${row.company} ${row.date} ${row.kind}`).map(withoutId),
  publicRecords: report.publicRecords.map(withoutId),
  personal: report.personal,
})

/** The expected result of reading a known report from the page. */
export const expectedOfTransUnion = (report: Report) => {
  const kept = expectedIn(report, 'transunion-pdf')
  return contentOf({
    ...kept,
    accounts: kept.accounts.map(asPrinted),
    inquiries: kept.inquiries.map(row => ({ ...row, address: oneLine(row.address) })),
    personal: kept.personal.map(person => ({
      ...person,
      currentAddress: oneLine(person.currentAddress),
      previousAddresses: person.previousAddresses.flatMap(address => oneLine(address) ?? []),
    })),
  })
}
