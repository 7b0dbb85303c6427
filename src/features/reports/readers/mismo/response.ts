import type { DocumentFormat } from '#providers/credit-data/port.ts'
import { sortBureaus } from '#values/bureau.ts'
import type { Account, FileStatus, Inquiry, Report } from '../../canonical.ts'
import { groupRows } from '../../grouping.ts'
import { findBorrower } from '../../person.ts'
import { chooseScores } from '../../scores.ts'
import { createCountedWarnings } from '../../warnings.ts'
import { parseDate, parseFreeText, parseText } from '../fields.ts'
import { noReport, type Reading, type ReportOwner } from '../reading.ts'
import { listExclusions, listScores } from '../score-factors.ts'
import { below, child, every, type XmlNode } from '../xml.ts'
import { readLiability, readSharedFacts } from './accounts.ts'
import { atBureaus, createBureauResolver, type Entry, type RowBureau, unstackEntries } from './bureaus.ts'
import { readFileBureau, readFileStatuses, readPersonal, responseMessages } from './files.ts'
import { readInquiry, readPublicRecord, readScore } from './others.ts'
import { findPerson, type Links, listPeople, type Ownership, readBorrowers, readOwnership } from './people.ts'

/** The credit responses of a document in MISMO 3 terms, regardless of its version. */

/** A document, its CREDIT_RESPONSE elements, and the sender's notes on all of them. */
export type Message = {
  root: XmlNode
  responses: readonly XmlNode[]
  links: Links
  format: DocumentFormat
  version: string | null
  /** The kind of an inquiry without a stated one. */
  inquiryKind: Inquiry['kind']
}

/** Whether a response contains any credit data. */
export const hasData = (response: XmlNode): boolean =>
  ['CREDIT_LIABILITY', 'CREDIT_SCORE', 'CREDIT_INQUIRY', 'CREDIT_PUBLIC_RECORD'].some(
    name => every(response, name).length > 0,
  ) || readFileStatuses(every(response, 'CREDIT_FILE'), response).some(file => file.status === 'hit')

/** The rows and their groups: rows of one stack belong together, single rows are matched by their facts. */
const readAccounts = (
  entries: readonly Entry[],
  response: XmlNode,
  isOfBoth: Ownership['isOfBoth'],
): Account[] => {
  const shared = readSharedFacts(response)
  return groupRows(
    entries.flatMap(({ row, place, group }, index) =>
      withOwners(readLiability(row, group ?? `row-${index}`, place, shared), isOfBoth(row)),
    ),
  )
}

/** Rows linked to both people without a stated ownership are joint. */
const withOwners = <Row extends { responsibility: string | null }>(
  rows: readonly Row[],
  isOfBoth: boolean,
): Row[] =>
  rows.map(row => (isOfBoth && row.responsibility === null ? { ...row, responsibility: 'Joint' } : row))

const numbered = <T>(nodes: readonly XmlNode[], read: (node: XmlNode, index: number) => T[]): T[] =>
  nodes.flatMap(read)

const readResponse = (
  { links, format, version, inquiryKind }: Message,
  response: XmlNode,
  subject: Report['subject'],
  { isJoint, isMine, isOfBoth }: Ownership,
): Report => {
  const detail = child(response, 'CREDIT_RESPONSE_DETAIL')
  const allFiles = every(response, 'CREDIT_FILE')
  const files = allFiles.filter(isMine)
  const statuses = readFileStatuses(files, response)
  const hits = sortBureaus(statuses.filter(file => file.status === 'hit').map(file => file.bureau))
  const placeOf = createBureauResolver(files, allFiles, links)
  const place = (node: XmlNode): RowBureau => (isJoint ? atBureaus(hits, placeOf(node)) : placeOf(node))
  let others = 0
  let unplaced = 0
  const mine = (name: string): XmlNode[] => {
    const all = every(response, name)
    const own = all.filter(isMine)
    others += all.length - own.length
    return own
  }
  const placed = (nodes: readonly XmlNode[]): XmlNode[] => {
    const known = nodes.filter(node => place(node).bureaus.length > 0)
    unplaced += nodes.length - known.length
    return known
  }
  const entries = unstackEntries(mine('CREDIT_LIABILITY'), place, below(detail, 'CreditReportMergeType'))
  const known = entries.filter(entry => entry.place.bureaus.length > 0)
  unplaced += entries.length - known.length
  const accounts = readAccounts(known, response, isOfBoth)
  const inquiries = numbered(placed(mine('CREDIT_INQUIRY')), (node, index) =>
    readInquiry(node, `inquiry-${index}`, place(node), inquiryKind),
  )
  const publicRecords = numbered(placed(mine('CREDIT_PUBLIC_RECORD')), (node, index) =>
    withOwners(readPublicRecord(node, `record-${index}`, place(node)), isOfBoth(node)),
  )
  const scoreNodes = mine('CREDIT_SCORE')
  const scores = scoreNodes.flatMap(node => readScore(node, place(node)) ?? [])
  unplaced += scoreNodes.length - scores.length
  const reportDate =
    below(detail, 'CreditReportLastUpdatedDate') ?? below(detail, 'CreditReportFirstIssuedDate')
  return {
    format,
    formatVersion: version,
    reportDate: parseDate(reportDate ?? below(child(response, 'CREDIT_SCORES'), 'CreditScoreDate')),
    sourceReportId: parseText(below(detail, 'CreditReportIdentifier')),
    subject,
    files: statuses,
    ...chooseScores(listScores(scores), listExclusions(scores)),
    accounts,
    inquiries,
    publicRecords,
    personal: hits.map(bureau =>
      readPersonal(
        bureau,
        files.filter(file => readFileBureau(file) === bureau),
      ),
    ),
    warnings: createCountedWarnings(null, [
      ['joint_file', others],
      ['unknown_bureau', unplaced],
    ]),
  }
}

const isRefused = /error|reject|denied|declined|fail|cancel|not authori/i
const isWaiting = /new|pend|process|progress|not ready|queue|received|submitted/i

const fileWords = (files: readonly FileStatus[]): string | null =>
  files.map(one => `${one.bureau}: ${one.text ?? one.status}`).join('; ') || null

/** Whether nothing in a response is about the chosen borrower. */
const isEmpty = (report: Report): boolean =>
  [report.accounts, report.inquiries, report.publicRecords, report.scores, report.scoreExclusions].every(
    items => items.length === 0,
  ) && report.files.every(file => file.status !== 'hit')

/** Why a message has no report, from its STATUS and ERROR elements. */
const readEnvelope = (root: XmlNode, responses: readonly XmlNode[]): Reading => {
  const errors = every(root, 'ERROR_MESSAGE').map(node => parseFreeText(below(node, 'ErrorMessageText')))
  const [error = null] = errors
  if (errors.length > 0) return noReport.rejected(error)
  const services = every(root, 'SERVICE').flatMap(service => every(child(service, 'STATUSES'), 'STATUS'))
  const [status] = services.length > 0 ? services : every(root, 'STATUS')
  const description = parseFreeText(below(status, 'StatusDescription'))
  const code = below(status, 'StatusCode')
  const words = `${code ?? ''} ${description ?? ''}`
  const message = responses.map(responseMessages).find(Boolean) ?? null
  const statuses = responses.flatMap(response => readFileStatuses(every(response, 'CREDIT_FILE'), response))
  if (isRefused.test(words)) return noReport.rejected(description)
  if (responses.some(response => below(response, 'CreditReportType') === 'Error'))
    return noReport.rejected(message)
  if (statuses.length > 0) return noReport.empty(fileWords(statuses))
  const isPending = isWaiting.test(responses.length === 0 ? words : (code ?? ''))
  return isPending ? noReport.pending(description) : noReport.empty(message)
}

/**
 * Reads the response about the requesting person, otherwise the first with data; without any, returns why the
 * document has no report.
 */
export const readResponses = (message: Message, person: ReportOwner): Reading => {
  const { root, responses, links } = message
  const full = responses
    .filter(hasData)
    .map(response => ({ response, borrowers: readBorrowers(response, root, links) }))
  const who = findBorrower(listPeople(full.flatMap(({ borrowers }) => borrowers)), person)
  const own = full.find(({ borrowers }) => findPerson(borrowers, who.borrower) !== undefined) ?? full[0]
  if (own === undefined) return readEnvelope(root, responses)
  const borrower = findPerson(own.borrowers, who.borrower)
  const report = readResponse(
    message,
    own.response,
    {
      name: borrower?.name ?? null,
      ssnLastFour: borrower?.ssnLastFour ?? null,
      ...(who.chosen && { chosen: who.chosen }),
    },
    readOwnership(own.response, links, own.borrowers, borrower),
  )
  if (isEmpty(report) && who.people === undefined) return noReport.empty(fileWords(report.files))
  return { kind: 'report', report, ...(who.people && { people: who.people }) }
}
