import type { FileStatus } from '../canonical.ts'
import { hasUnknownCode, readTradeline } from './experian-accounts.ts'
import { hasUnknownStatus, readInquiry, readPublicRecord, readScores } from './experian-others.ts'
import { readExperianPerson } from './experian-person.ts'
import { dateOf, freeTextOf, monthFirstDateOf, textOf } from './fields.ts'
import { fileStatusSaid } from './file-words.ts'
import type { Tree, TreeNode } from './json.ts'
import { hasKey, listAt, partAt, rawAt } from './json-folded.ts'
import { nearest } from './json-holder.ts'
import { type BureauFile, oneBureauReport } from './one-bureau-report.ts'
import type { Person, Reading } from './reading.ts'
import { noReport } from './reply-words.ts'

/** The reader of Experian Credit Profile JSON, version 2, which Experian Connect sends too (docs/report-model.md). */

/** `080619`, month, day and the last two digits of the year, as old headers have it. */
const shortDateOf = (raw: string | null): string | null => {
  const [, month, day, year] = /^(\d\d)(\d\d)(\d\d)$/.exec((raw ?? '').trim()) ?? []
  return year === undefined ? null : dateOf(`20${year}-${month}-${day}`)
}

const reportDateOf = (profile: TreeNode): string | null => {
  const header = (key: string) => rawAt(profile, 'headerRecord', key)
  return (
    monthFirstDateOf(header('y2kReportedDate')) ??
    shortDateOf(header('reportDate')) ??
    monthFirstDateOf(header('reportDate'))
  )
}

const messagesOf = (profile: TreeNode): string[] =>
  listAt(profile, 'informationalMessage').flatMap(node => freeTextOf(rawAt(node, 'messageText')) ?? [])

/** Messages that a person must hear of; most others are checks of what was asked. */
const isNotice = (text: string): boolean =>
  fileStatusSaid(text) === 'frozen' || /FRAUD|SECURITY ALERT|ACTIVE DUTY|VICTIM/i.test(text)

/** Items make a hit. Without any the messages decide: a frozen file may repeat who was asked about. */
const fileOf = (profile: TreeNode, items: number, isNamed: boolean): FileStatus => {
  const messages = messagesOf(profile)
  const notices = messages.filter(isNotice).join(' ') || null
  const said = fileStatusSaid(messages.join(' '))
  if (items > 0 || (said === null && isNamed)) return { bureau: 'Experian', status: 'hit', text: notices }
  return { bureau: 'Experian', status: said ?? 'error', text: notices ?? messages[0] ?? null }
}

const readProfile = (profile: TreeNode, index: number): BureauFile => {
  const reportDate = reportDateOf(profile)
  const trades = listAt(profile, 'tradeline')
  const records = listAt(profile, 'publicRecord')
  const inquiries = listAt(profile, 'inquiry')
  const { scores, exclusions } = readScores(profile, reportDate)
  const personal = readExperianPerson(profile)
  const items = trades.length + records.length + inquiries.length + scores.length
  const isNamed = personal.name !== null && (personal.currentAddress !== null || personal.dob !== null)
  return {
    personal,
    file: fileOf(profile, items, isNamed),
    reportDate,
    sourceReportId: textOf(rawAt(profile, 'headerRecord', 'referenceNumber')),
    formatVersion: textOf(rawAt(profile, 'headerRecord', 'versionNo')),
    accounts: trades.map((node, row) => readTradeline(node, `account-${index}-${row}`)),
    inquiries: inquiries.map((node, row) => readInquiry(node, `inquiry-${index}-${row}`)),
    publicRecords: records.map((node, row) => readPublicRecord(node, `record-${index}-${row}`)),
    scores,
    exclusions,
    unknownCodes: trades.filter(hasUnknownCode).length + records.filter(hasUnknownStatus).length,
  }
}

/** Keys that only a profile has. */
const isProfile = (node: TreeNode): boolean =>
  hasKey(node, 'consumerIdentity') &&
  hasKey(node, 'headerRecord', 'tradeline', 'riskModel', 'addressInformation')

/** The sender's words of an error answer: `errors: [{errorType, errorCode, message}]`. */
const errorIn = (tree: Tree): string | null => {
  const holder = nearest(tree, node =>
    listAt(node, 'errors').some(one => hasKey(one, 'errorType', 'errorCode')),
  )
  return holder === undefined
    ? null
    : (freeTextOf(rawAt(listAt(holder, 'errors')[0] ?? null, 'message')) ?? '')
}

/** Reads a parsed document, its keys folded; null when it is no Experian document. */
export const readExperian = (tree: Tree, person: Person): Reading | null => {
  const holder = nearest(tree, node => hasKey(node, 'creditProfile'))
  const bare = holder === undefined ? nearest(tree, isProfile) : undefined
  const profiles = bare === undefined ? listAt(holder ?? null, 'creditProfile') : [bare]
  if (profiles.length > 0)
    return oneBureauReport('experian-json', 'Experian', profiles.map(readProfile), person)
  const error = errorIn(tree)
  if (error !== null) return noReport.rejected(error || null)
  return partAt(holder ?? null, 'creditProfile') === undefined ? null : noReport.empty(null)
}
