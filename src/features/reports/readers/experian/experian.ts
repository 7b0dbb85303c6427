import type { FileStatus } from '../../canonical.ts'
import { parseBureau } from '../codes.ts'
import { parseDate, parseFreeText, parseMonthFirstDate, parseText } from '../fields.ts'
import { findAllNearest, findNearest, hasKey, listAt, rawAt, type Tree, type TreeNode } from '../json.ts'
import { type BureauFile, buildOneBureauReport } from '../one-bureau-report.ts'
import { noReport, parseFileStatus, type Reading, type ReportOwner } from '../reading.ts'
import { listScores } from '../score-factors.ts'
import { hasUnknownCode, readTradeline } from './accounts.ts'
import {
  hasUnknownStatus,
  readExperianPerson,
  readInquiry,
  readPublicRecord,
  readScores,
} from './people-and-records.ts'

/**
 * Reads Experian Credit Profile JSON, version 2, which Experian Connect also sends (docs/reference/report-model.md).
 */

/** `080619`: month, day and two-digit year, as in old headers. */
const shortDateOf = (raw: string | null): string | null => {
  const [, month, day, year] = /^(\d\d)(\d\d)(\d\d)$/.exec((raw ?? '').trim()) ?? []
  return year === undefined ? null : parseDate(`20${year}-${month}-${day}`)
}

const reportDateOf = (profile: TreeNode): string | null => {
  const header = (key: string) => rawAt(profile, 'headerRecord', key)
  return (
    parseMonthFirstDate(header('y2kReportedDate')) ??
    shortDateOf(header('reportDate')) ??
    parseMonthFirstDate(header('reportDate'))
  )
}

const messagesOf = (profile: TreeNode): string[] =>
  listAt(profile, 'informationalMessage').flatMap(node => parseFreeText(rawAt(node, 'messageText')) ?? [])

/** Messages the user must see; most others only check the request. */
const isNotice = (text: string): boolean =>
  parseFileStatus(text) === 'frozen' || /FRAUD|SECURITY ALERT|ACTIVE DUTY|VICTIM/i.test(text)

/**
 * Items mean a hit. Without any the messages decide, because a frozen file may still repeat the requested
 * person. Consumer statements may also mention a freeze.
 */
const fileOf = (
  profile: TreeNode,
  items: number,
  isNamed: boolean,
  statements: readonly string[],
): FileStatus => {
  const frozen = statements.filter(text => parseFileStatus(text) === 'frozen')
  const messages = [...new Set([...messagesOf(profile), ...frozen])]
  const notices = messages.filter(isNotice).join(' ') || null
  const status = parseFileStatus(messages.join(' '))
  if (items > 0 || (status === null && isNamed)) return { bureau: 'Experian', status: 'hit', text: notices }
  return { bureau: 'Experian', status: status ?? 'error', text: notices ?? messages[0] ?? null }
}

const readProfile = (profile: TreeNode, index: number): BureauFile => {
  const reportDate = reportDateOf(profile)
  const trades = listAt(profile, 'tradeline')
  const records = listAt(profile, 'publicRecord')
  const inquiries = listAt(profile, 'inquiry')
  const scores = readScores(profile, reportDate)
  const personal = readExperianPerson(profile)
  const items = trades.length + records.length + inquiries.length + listScores(scores).length
  const isNamed = personal.name !== null && (personal.currentAddress !== null || personal.dob !== null)
  return {
    personal,
    file: fileOf(profile, items, isNamed, personal.consumerStatements),
    reportDate,
    sourceReportId: parseText(rawAt(profile, 'headerRecord', 'referenceNumber')),
    formatVersion: parseText(rawAt(profile, 'headerRecord', 'versionNo')),
    accounts: trades.map((node, row) => readTradeline(node, `account-${index}-${row}`)),
    inquiries: inquiries.map((node, row) => readInquiry(node, `inquiry-${index}-${row}`)),
    publicRecords: records.map((node, row) => readPublicRecord(node, `record-${index}-${row}`)),
    scores,
    unknownCodes: trades.filter(hasUnknownCode).length + records.filter(hasUnknownStatus).length,
  }
}

/** Keys of a profile; TM Forum's party records also have a `creditProfile`, but with none of these. */
const parts = [
  'headerRecord',
  'addressInformation',
  'tradeline',
  'inquiry',
  'publicRecord',
  'riskModel',
  'informationalMessage',
  'statement',
  'consumerIdentity',
] as const

/** Whether it is a profile without its envelope: personal information and another part. */
const isProfile = (node: TreeNode): boolean =>
  hasKey(node, 'consumerIdentity') &&
  hasKey(node, 'headerRecord', 'tradeline', 'riskModel', 'addressInformation')

/** Resellers put other bureaus' files into the same shape and name the bureau. */
const isOfAnother = (node: TreeNode): boolean => {
  const named = ['bureau', 'creditBureau'].map(key => parseBureau(parseText(rawAt(node, key)))).find(Boolean)
  return named !== undefined && named !== 'Experian'
}

/**
 * The message of an error response, empty if it has none: `errors: [{errorType, errorCode, message}]`, or next to
 * an empty `creditProfile` also `[{code, message}]`; null when the document has no error.
 */
const errorIn = (tree: Tree, hasHolder: boolean): string | null => {
  const isError = (node: TreeNode) =>
    hasKey(node, 'errorType', 'errorCode') || (hasHolder && hasKey(node, 'code') && hasKey(node, 'message'))
  const holder = findNearest(tree, node => listAt(node, 'errors').some(isError))
  return holder === undefined
    ? null
    : (parseFreeText(rawAt(listAt(holder, 'errors')[0] ?? null, 'message')) ?? '')
}

/** Expects folded keys; null when it is not an Experian document. */
export const readExperian = (tree: Tree, person: ReportOwner): Reading | null => {
  const holder = findNearest(tree, node => hasKey(node, 'creditProfile'))
  const listed = listAt(holder ?? null, 'creditProfile')
  const profiles =
    holder === undefined ? findAllNearest(tree, isProfile) : listed.filter(node => hasKey(node, ...parts))
  if ([...(holder ? [holder] : []), ...profiles].some(isOfAnother)) return null
  if (profiles.length > 0)
    return buildOneBureauReport('experian-json', 'Experian', profiles.map(readProfile), person)
  const error = errorIn(tree, holder !== undefined)
  if (error !== null) return noReport.rejected(error || null)
  return holder === undefined || listed.some(node => node.size > 0) ? null : noReport.empty(null)
}
