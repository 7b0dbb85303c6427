import { recordName } from '#features/credit/factors/derogatory-marks.ts'
import { factsOf } from '#features/credit/facts.ts'
import { nameOf } from '#features/credit/wording.ts'
import type { Known } from './answer.ts'

/** Every name that a report holds: of creditors, companies, courts, employers and people, with addresses and phones. */
export const namesInReport = ({ analytics: { fullReport, report } }: Known): string[] => {
  if (fullReport === null) return []
  const facts = factsOf(fullReport, report?.reportDate ?? null)
  const accounts = fullReport.accountInformation.flatMap(row => [
    nameOf(row, facts),
    row.creditorName,
    row.creditorNameReported,
    row.originalCreditor,
    row.accountNumber,
  ])
  const others = [
    ...fullReport.creditInquiries.map(({ company }) => company),
    ...fullReport.publicRecords.flatMap(record => [
      recordName(record),
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
