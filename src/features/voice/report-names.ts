import { describeRecord } from '#features/credit/factors/derogatory-marks.ts'
import { collectFacts } from '#features/credit/facts.ts'
import { accountName } from '#features/credit/wording.ts'
import type { VisibleData } from './answer.ts'

/** Every name that a report holds: of creditors, companies, courts, employers and people, with addresses and phones. */
export const listReportNames = ({ analytics: { fullReport, report } }: VisibleData): string[] => {
  if (fullReport === null) return []
  const facts = collectFacts(fullReport, report?.reportDate ?? null)
  const accounts = fullReport.accountInformation.flatMap(row => [
    accountName(row, facts),
    row.creditorName,
    row.creditorNameReported,
    row.originalCreditor,
    row.accountNumber,
  ])
  const others = [
    ...fullReport.creditInquiries.map(({ company }) => company),
    ...fullReport.publicRecords.flatMap(record => [
      describeRecord(record),
      record.type,
      record.court,
      record.caseNumber,
    ]),
    ...fullReport.personalInformation.flatMap(person => [
      person.name,
      person.currentAddress,
      ...person.aliases,
      ...person.previousAddresses,
      ...person.employers,
      ...person.phones,
    ]),
  ]
  return [...new Set([...accounts, ...others].filter(name => name !== null))]
}
