import type { Bureau } from '#values/bureau.ts'
import { sum } from '#values/money.ts'
import type { Account, FileStatus, Inquiry, PersonalInfo, PublicRecord, Report } from '../canonical.ts'
import type { ReportFormat } from '../formats.ts'
import { findBorrower } from '../person.ts'
import { chooseScores } from '../scores.ts'
import { createCountedWarnings } from '../warnings.ts'
import { distinct } from './fields.ts'
import { noReport, type Reading, type ReportOwner } from './reading.ts'
import { listExclusions, listScores, type ReadScore } from './score-factors.ts'

/** A single-bureau report, assembled from its files: one for each requested person. */

/** One file of the document. */
export type BureauFile = {
  personal: PersonalInfo
  file: FileStatus
  reportDate: string | null
  sourceReportId: string | null
  formatVersion: string | null
  accounts: readonly Account[]
  inquiries: readonly Inquiry[]
  publicRecords: readonly PublicRecord[]
  scores: readonly ReadScore[]
  /** How many items have a code unknown to us. */
  unknownCodes: number
}

const itemsOf = (one: BureauFile): number =>
  one.accounts.length + one.inquiries.length + one.publicRecords.length + listScores(one.scores).length

/** A bureau may split one person into several files; the SSN decides, or the name if one of them has no SSN. */
const isSamePerson = (one: PersonalInfo, other: PersonalInfo): boolean =>
  one.ssnLastFour !== null && other.ssnLastFour !== null
    ? one.ssnLastFour === other.ssnLastFour
    : one.name !== null && one.name === other.name

/** Merges several files of one person, with the name of the first one. */
const joined = (first: PersonalInfo, others: readonly PersonalInfo[]): PersonalInfo => {
  const all = [first, ...others]
  const names = all.flatMap(one => [...(one.name === null ? [] : [one.name]), ...one.aliases])
  return {
    ...first,
    aliases: distinct(names).filter(name => name !== first.name),
    previousAddresses: [
      ...first.previousAddresses,
      ...others.flatMap(one => [
        ...(one.currentAddress ? [one.currentAddress] : []),
        ...one.previousAddresses,
      ]),
    ],
    employers: distinct(all.flatMap(one => one.employers)),
    phones: distinct(all.flatMap(one => one.phones)),
    consumerStatements: distinct(all.flatMap(one => one.consumerStatements)),
  }
}

/** A returned file takes precedence over one that was not. */
const fileOf = (bureau: Bureau, files: readonly BureauFile[]): FileStatus =>
  files.map(one => one.file).find(file => file.status === 'hit') ??
  files[0]?.file ?? { bureau, status: 'error', text: null }

/**
 * The report of the requesting person. Items of another person in a joint file are dropped and counted. Files
 * without an item or a name result in no report, with the bureau's own message.
 */
export const buildOneBureauReport = (
  format: ReportFormat,
  bureau: Bureau,
  files: readonly BureauFile[],
  person: ReportOwner,
): Reading => {
  const firstOfEach = files.filter(
    (one, index) => !files.slice(0, index).some(before => isSamePerson(before.personal, one.personal)),
  )
  const candidates = firstOfEach.map((one, index) => ({
    one,
    name: one.personal.name,
    ssnLastFour: one.personal.ssnLastFour,
    birthYear: one.personal.dob?.slice(0, 4) ?? null,
    primary: index === 0,
  }))
  const { borrower, chosen: isChosen, people } = findBorrower(candidates, person)
  if (borrower === undefined) return noReport.empty(null)
  const chosen = borrower.one
  const own = files.filter(one => one === chosen || isSamePerson(one.personal, chosen.personal))
  const isOwn = new Set(own)
  const others = files.filter(one => !isOwn.has(one))
  const file = fileOf(bureau, own)
  const { name, ssnLastFour } = chosen.personal
  if (people === undefined && sum(own.map(itemsOf)) === 0 && (name === null || file.status !== 'hit')) {
    return noReport.empty(file.text)
  }
  const first = <T>(of: (one: BureauFile) => T | null): T | null =>
    own.map(of).find(value => value !== null) ?? null
  const inOrder = [chosen, ...own.filter(one => one !== chosen)]
  const scores = inOrder.flatMap(one => one.scores)
  const report: Report = {
    format,
    formatVersion: first(one => one.formatVersion),
    reportDate: first(one => one.reportDate),
    sourceReportId: first(one => one.sourceReportId),
    subject: { name, ssnLastFour, ...(isChosen && { chosen: isChosen }) },
    files: [file],
    ...chooseScores(listScores(scores), listExclusions(scores)),
    accounts: own.flatMap(one => one.accounts),
    inquiries: own.flatMap(one => one.inquiries),
    publicRecords: own.flatMap(one => one.publicRecords),
    personal:
      file.status === 'hit'
        ? [
            joined(
              chosen.personal,
              inOrder.slice(1).map(one => one.personal),
            ),
          ]
        : [],
    warnings: createCountedWarnings(bureau, [
      ['joint_file', sum(others.map(itemsOf))],
      ['unknown_code', sum(own.map(one => one.unknownCodes))],
    ]),
  }
  return { kind: 'report', report, ...(people && { people }) }
}
