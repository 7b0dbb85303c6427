import { inOrder } from '#values/bureau.ts'
import type { Account, FileStatus, Report } from '../canonical.ts'
import { groupRows } from '../grouping.ts'
import { chooseScores } from '../scores.ts'
import { countedWarnings } from '../warnings.ts'
import { dateOf, freeTextOf, textOf } from './fields.ts'
import { readLiability, sharedBy } from './mismo-accounts.ts'
import { bureauOfFile, readFileStatuses, readPersonal, responseMessages } from './mismo-files.ts'
import { type Links, linksOf } from './mismo-links.ts'
import { readInquiry, readPublicRecord, readScore } from './mismo-others.ts'
import { type Ownership, ownershipOf } from './mismo-people.ts'
import { placer } from './mismo-place.ts'
import { type Entry, unstacked } from './mismo-stacks.ts'
import type { Person, Reader, Reading } from './reading.ts'
import { noReport, unreadable } from './reply-words.ts'
import { below, child, every, parseXml, type XmlNode } from './xml.ts'

/** The reader of MISMO 3.x credit responses (docs/report-model.md). */

/** Requests, embedded PDF and HTML copies of the report, and values of earlier months are no data of now. */
const skipped = new Set([
  'CREDIT_REQUEST',
  'DOCUMENT_SETS',
  'FOREIGN_OBJECT',
  'EMBEDDED_FILE',
  'EMBEDDED_CONTENT',
  'CREDIT_LIABILITY_PRIOR_INFORMATIONS',
  'PERIODIC_LATE_COUNTS',
])

const hasData = (response: XmlNode): boolean =>
  ['CREDIT_LIABILITY', 'CREDIT_SCORE', 'CREDIT_INQUIRY', 'CREDIT_PUBLIC_RECORD'].some(
    name => every(response, name).length > 0,
  ) || readFileStatuses(every(response, 'CREDIT_FILE'), response).some(file => file.status === 'hit')

/** The rows and their groups: those of one stack belong together, single rows are matched by their facts. */
const readAccounts = (entries: readonly Entry[], response: XmlNode): Account[] => {
  const shared = sharedBy(response)
  return groupRows(
    entries.flatMap(({ row, place, group }, index) =>
      readLiability(row, group ?? `row-${index}`, place, shared),
    ),
  )
}

const numbered = <T>(nodes: readonly XmlNode[], read: (node: XmlNode, index: number) => T[]): T[] =>
  nodes.flatMap(read)

const readResponse = (
  root: XmlNode,
  response: XmlNode,
  links: Links,
  { subject, isMine }: Ownership,
): Report => {
  const detail = child(response, 'CREDIT_RESPONSE_DETAIL')
  const files = every(response, 'CREDIT_FILE').filter(isMine)
  const place = placer(files, links)
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
  const entries = unstacked(mine('CREDIT_LIABILITY'), place, below(detail, 'CreditReportMergeType'))
  const known = entries.filter(entry => entry.place.bureaus.length > 0)
  unplaced += entries.length - known.length
  const accounts = readAccounts(known, response)
  const inquiries = numbered(placed(mine('CREDIT_INQUIRY')), (node, index) =>
    readInquiry(node, `inquiry-${index}`, place(node)),
  )
  const publicRecords = numbered(placed(mine('CREDIT_PUBLIC_RECORD')), (node, index) =>
    readPublicRecord(node, `record-${index}`, place(node)),
  )
  const scoreNodes = mine('CREDIT_SCORE')
  const scores = scoreNodes.flatMap(node => readScore(node, place(node)) ?? [])
  unplaced += scoreNodes.length - scores.length
  const statuses = readFileStatuses(files, response)
  const hits = inOrder(statuses.filter(file => file.status === 'hit').map(file => file.bureau))
  const reportDate =
    below(detail, 'CreditReportLastUpdatedDate') ?? below(detail, 'CreditReportFirstIssuedDate')
  return {
    format: 'mismo-3',
    formatVersion: versionOf(root),
    reportDate: dateOf(reportDate ?? below(child(response, 'CREDIT_SCORES'), 'CreditScoreDate')),
    sourceReportId: textOf(below(detail, 'CreditReportIdentifier')),
    subject: { name: subject?.name ?? null, ssnLastFour: subject?.ssnLastFour ?? null },
    files: statuses,
    ...chooseScores(
      scores.flatMap(one => ('score' in one ? [one.score] : [])),
      scores.flatMap(one => ('exclusion' in one ? [one.exclusion] : [])),
    ),
    accounts,
    inquiries,
    publicRecords,
    personal: hits.map(bureau =>
      readPersonal(
        bureau,
        files.filter(file => bureauOfFile(file) === bureau),
      ),
    ),
    warnings: countedWarnings([
      ['joint_file', others],
      ['unknown_bureau', unplaced],
    ]),
  }
}

/** `3.4.032420160128` of the message, else the sender's own version of the data. */
const versionOf = (root: XmlNode): string | null => {
  const message = [root, ...every(root, 'MESSAGE')].find(node => node.name === 'MESSAGE')
  const model = /^3\.\d+/.exec(message?.attributes.get('MISMOReferenceModelIdentifier') ?? '')?.[0]
  return model ?? textOf(below(child(message, 'ABOUT_VERSIONS'), 'DataVersionIdentifier'))
}

const isRefused = /error|reject|denied|declined|fail|cancel|not authori/i
const isWaiting = /new|pend|process|progress|not ready|queue|received|submitted/i

const fileWords = (files: readonly FileStatus[]): string | null =>
  files.map(one => `${one.bureau}: ${one.text ?? one.status}`).join('; ') || null

/** Whether nothing of a response is about the borrower who was chosen. */
const isEmpty = (report: Report): boolean =>
  [report.accounts, report.inquiries, report.publicRecords, report.scores, report.scoreExclusions].every(
    items => items.length === 0,
  ) && report.files.every(file => file.status !== 'hit')

/** Why a message holds no report, from its STATUS and ERROR elements. */
const readEnvelope = (root: XmlNode, responses: readonly XmlNode[]): Reading => {
  const errors = every(root, 'ERROR_MESSAGE').map(node => freeTextOf(below(node, 'ErrorMessageText')))
  const [error = null] = errors
  if (errors.length > 0) return noReport.rejected(error)
  const services = every(root, 'SERVICE').flatMap(service => every(child(service, 'STATUSES'), 'STATUS'))
  const [status] = services.length > 0 ? services : every(root, 'STATUS')
  const said = freeTextOf(below(status, 'StatusDescription'))
  const code = below(status, 'StatusCode')
  const words = `${code ?? ''} ${said ?? ''}`
  const message = responses.map(responseMessages).find(Boolean) ?? null
  const statuses = responses.flatMap(response => readFileStatuses(every(response, 'CREDIT_FILE'), response))
  if (isRefused.test(words)) return noReport.rejected(said)
  if (responses.some(response => below(response, 'CreditReportType') === 'Error'))
    return noReport.rejected(message)
  if (statuses.length > 0) return noReport.empty(fileWords(statuses))
  const isPending = isWaiting.test(responses.length === 0 ? words : (code ?? ''))
  return isPending ? noReport.pending(said) : noReport.empty(message)
}

const isMismo3 = (root: XmlNode): boolean =>
  root.name === 'MESSAGE' ||
  every(root, 'MESSAGE').length > 0 ||
  (root.name === 'CREDIT_RESPONSE' && hasData(root))

const readMessage = (root: XmlNode, person: Person): Reading => {
  if (!isMismo3(root)) return unreadable.unknownXml(root.name.slice(0, 60))
  const links = linksOf(root)
  const responses = root.name === 'CREDIT_RESPONSE' ? [root] : every(root, 'CREDIT_RESPONSE')
  const full = responses
    .filter(hasData)
    .map(response => ({ response, owner: ownershipOf(response, root, links, person) }))
  const own = full.find(({ owner }) => owner.subject?.ssnLastFour === person.ssnLastFour) ?? full[0]
  if (own === undefined) return readEnvelope(root, responses)
  const report = readResponse(root, own.response, links, own.owner)
  return isEmpty(report) ? noReport.empty(fileWords(report.files)) : { kind: 'report', report }
}

/** Reads a MISMO 3.x MESSAGE, or one wrapped in a sender's own envelope. */
export const readMismo3: Reader = (text, person) => {
  const parsed = parseXml(text, skipped)
  return 'stopped' in parsed ? unreadable.broken('XML', parsed.stopped) : readMessage(parsed.root, person)
}
