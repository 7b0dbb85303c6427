import type { PersonalInfo, ReportedAddress } from '../../canonical.ts'
import { distinct } from '../distinct.ts'
import { parseFreeText, parseLastFour, parseMonthFirstDate, parsePhone, parseText } from '../fields.ts'
import type { Tree, TreeNode } from '../json.ts'
import { listAt, partAt, rawAt } from '../json-folded.ts'
import { readAddress } from './parts.ts'

/** Who a person is in an Equifax report. */

const nameOf = (node: Tree | undefined): string | null => {
  const part = (...keys: readonly string[]) => keys.map(key => rawAt(node, key)).find(Boolean) ?? ''
  const parts = [part('firstName'), part('middleName', 'middleInitial'), part('lastName'), part('suffix')]
  return parseFreeText(parts.join(' '))
}

type Listed = ReportedAddress & { isCurrent: boolean }

const addressesOf = (report: TreeNode): Listed[] =>
  listAt(report, 'addresses').flatMap(node => {
    const address = readAddress(node)
    if (address === null) return []
    const dates = ['dateLastReported', 'dateFirstReported'].map(key => parseMonthFirstDate(rawAt(node, key)))
    const isCurrent = parseText(rawAt(node, 'addressType'))?.toLowerCase() === 'current'
    return [{ ...address, reported: dates.find(Boolean) ?? null, isCurrent }]
  })

const plain = ({ isCurrent: _, ...address }: Listed): ReportedAddress => address

/** An employer, under either of its two keys. */
const employerOf = (node: TreeNode): string | null =>
  parseFreeText(rawAt(node, 'employer') || rawAt(node, 'employerName'))

/** Telephone numbers stand with the addresses they were reported with. */
const phonesOf = (report: TreeNode): string[] =>
  distinct(
    listAt(report, 'addresses').map(node =>
      parsePhone(rawAt(node, 'telephoneNumber') ?? rawAt(node, 'telephoneNumber', 'telephoneNumber')),
    ),
  )

/** The person of a report; of the SSN the last four digits. */
export const readEquifaxPerson = (report: TreeNode): PersonalInfo => {
  const name = nameOf(partAt(report, 'subjectName'))
  const addresses = addressesOf(report)
  const current = addresses.find(one => one.isCurrent) ?? addresses[0]
  const numbers = [rawAt(report, 'subjectSocialNum'), rawAt(report, 'identification', 'subjectSocialNum')]
  return {
    bureau: 'Equifax',
    name,
    aliases: distinct(listAt(report, 'formerNames').map(nameOf)).filter(alias => alias !== name),
    dob: parseMonthFirstDate(rawAt(report, 'birthDate')),
    ssnLastFour: numbers.map(parseLastFour).find(Boolean) ?? null,
    currentAddress: current === undefined ? null : plain(current),
    previousAddresses: addresses.filter(one => one !== current).map(plain),
    employers: distinct(listAt(report, 'employments').map(employerOf)),
    phones: phonesOf(report),
    consumerStatements: distinct(
      listAt(report, 'consumerStatements').map(node => parseFreeText(rawAt(node, 'statement'))),
    ),
  }
}
