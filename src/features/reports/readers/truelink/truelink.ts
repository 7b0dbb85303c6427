import { type Bureau, bureaus, sortBureaus } from '#values/bureau.ts'
import { sum } from '#values/money.ts'
import type { FileStatus, Report } from '../../canonical.ts'
import { groupRows, joinByFullNumber, onePerBureau } from '../../grouping.ts'
import { chooseScores } from '../../scores.ts'
import { createCountedWarnings } from '../../warnings.ts'
import { parseDate, parseFlag, parseScore, parseText } from '../fields.ts'
import { asList, get, rawText, type Tree, type TreeNode } from '../json.ts'
import { freezeNotice, noReport, type Reading, unreadable } from '../reading.ts'
import { parseXml, type XmlNode } from '../xml.ts'
import { isPadding, readTrades } from './accounts.ts'
import { readPersonal, readScores, readSubject } from './borrower.ts'
import { type Bundle, type Component, findBundle } from './bundle.ts'
import { readSource } from './codes.ts'
import { readInquiries, readPublicRecords } from './others.ts'

/** Reads TrueLink reports and bundles, in both JSON dialects (docs/reference/report-model.md). */

const sourcesOf = (report: TreeNode): TreeNode[] => [
  ...asList(get(report, 'Sources')).flatMap(one => [one, ...asList(get(one, 'Source')).map(asSource)]),
  ...asList(get(report, 'Source')).map(asSource),
]

/** Wraps a bare Source so that it can be read like an element that has one. */
const asSource = (source: TreeNode): TreeNode => new Map<string, Tree>([['Source', source]])

const borrowerParts = [
  'BorrowerName',
  'BorrowerAddress',
  'PreviousAddress',
  'CreditScore',
  'Birth',
  'Employer',
]

/** The bureaus with data in a report; a reason for having no score is not data. */
const bureausIn = (report: TreeNode): Bureau[] => {
  const parts = borrowerParts
    .flatMap(part => asList(get(report, 'Borrower', part)))
    .filter(node => !node.has('NoScoreReason') || parseScore(rawText(node, 'riskScore')) !== null)
  const trades = asList(get(report, 'TradeLinePartition'))
    .flatMap(one => asList(get(one, 'Tradeline')))
    .filter(trade => !isPadding(trade))
  const inquiries = asList(get(report, 'InquiryPartition')).flatMap(one => asList(get(one, 'Inquiry')))
  return sortBureaus(
    [...sourcesOf(report), ...parts, ...trades, ...inquiries].flatMap(node => readSource(node) ?? []),
  )
}

/** The freeze flags (California SB 168) for each bureau. */
const isFrozen = (report: TreeNode, bureau: Bureau): boolean =>
  parseFlag(rawText(report, 'SB168Frozen', bureau.toLowerCase())) === true

/** Statements about the person as a whole, without a bureau. */
const markWords = [
  ['FraudIndicator', 'This report carries a fraud indicator.'],
  ['DeceasedIndicator', 'This report marks the person as deceased.'],
] as const

const fileOf = (reports: readonly TreeNode[], answered: readonly Bureau[], bureau: Bureau): FileStatus[] => {
  const frozen = reports.some(report => isFrozen(report, bureau))
  if (answered.includes(bureau)) {
    const marks = markWords.filter(([mark]) =>
      reports.some(report => parseFlag(rawText(report, mark)) === true),
    )
    const notices = [...(frozen ? [freezeNotice] : []), ...marks.map(([, words]) => words)]
    return [{ bureau, status: 'hit', text: notices.join(' ') || null }]
  }
  return frozen ? [{ bureau, status: 'frozen', text: 'The file is frozen.' }] : []
}

const dateOfReport = (report: TreeNode): string | null => {
  const borrower = borrowerParts.flatMap(part => asList(get(report, 'Borrower', part)))
  const dates = [...sourcesOf(report), ...borrower].flatMap(
    node => parseDate(rawText(node, 'Source', 'InquiryDate')) ?? [],
  )
  return dates.sort().at(-1) ?? null
}

/** The content of one component; `fallback` is the bureau of everything in a one-bureau report. */
const readComponent = ({ bureau, content }: Component, index: number) => {
  const answered = bureausIn(content)
  const fallback = bureau ?? (answered.length === 1 ? (answered[0] ?? null) : null)
  const own = sortBureaus([...answered, ...(bureau === null ? [] : [bureau])])
  const prefix = `part-${index}`
  return {
    content,
    answered: own,
    trades: readTrades(content, fallback, prefix),
    inquiries: readInquiries(content, fallback, prefix),
    publicRecords: readPublicRecords(content, fallback, prefix),
    scores: readScores(asList(get(content, 'Borrower', 'CreditScore')), fallback),
    personal: own.map(one => readPersonal(get(content, 'Borrower'), one, fallback)),
    subject: readSubject(get(content, 'Borrower')),
    unplacedStatements:
      fallback === null
        ? asList(get(content, 'Borrower', 'CreditStatement')).filter(node => readSource(node) === null).length
        : 0,
  }
}

/** Scores from the bundle's score components, for bureaus without any in the report itself. */
const separateScores = (components: readonly Component[], scored: ReadonlySet<Bureau>) => {
  const read = components.map(one => readScores([one.content], one.bureau, one.type))
  return {
    scores: read.flatMap(one => one.scores).filter(score => !scored.has(score.bureau)),
    exclusions: read.flatMap(one => one.exclusions).filter(one => !scored.has(one.bureau)),
  }
}

const readBundle = (bundle: Bundle): Report => {
  const parts = bundle.reports.map(readComponent)
  const contents = parts.map(part => part.content)
  const answered = sortBureaus(parts.flatMap(part => part.answered))
  const own = parts.flatMap(part => part.scores.scores)
  const ownExclusions = parts.flatMap(part => part.scores.exclusions)
  const extra = separateScores(bundle.scores, new Set([...own, ...ownExclusions].map(one => one.bureau)))
  const accounts = parts.flatMap(part => part.trades.accounts)
  const unplaced = parts.flatMap(part => [
    part.trades.unplaced,
    part.inquiries.unplaced,
    part.publicRecords.unplaced,
    part.scores.unplaced,
    part.unplacedStatements,
  ])
  const subjects = parts.map(part => part.subject)
  return {
    format: 'truelink-json',
    formatVersion: bundle.reports.flatMap(one => /V\d+$/.exec(one.type ?? '')?.[0] ?? [])[0] ?? null,
    reportDate:
      contents
        .flatMap(content => dateOfReport(content) ?? [])
        .sort()
        .at(-1) ?? null,
    sourceReportId:
      contents
        .map(content => parseText(rawText(sourcesOf(content)[0], 'Source', 'Reference')))
        .find(Boolean) ?? null,
    subject: {
      name: subjects.map(one => one.name).find(Boolean) ?? null,
      ssnLastFour: subjects.map(one => one.ssnLastFour).find(Boolean) ?? null,
    },
    files: bureaus.flatMap(bureau => fileOf(contents, answered, bureau)),
    ...chooseScores([...own, ...extra.scores], [...ownExclusions, ...extra.exclusions]),
    accounts: bundle.isMerged ? joinByFullNumber(onePerBureau(accounts)) : groupRows(accounts),
    inquiries: parts.flatMap(part => part.inquiries.items),
    publicRecords: parts.flatMap(part => part.publicRecords.items),
    personal: answered.flatMap(
      bureau => parts.flatMap(part => part.personal).find(one => one.bureau === bureau) ?? [],
    ),
    warnings: createCountedWarnings(null, [['unknown_bureau', sum(unplaced)]]),
  }
}

const isEmpty = (report: Report): boolean =>
  report.accounts.length === 0 &&
  report.inquiries.length === 0 &&
  report.publicRecords.length === 0 &&
  report.scores.length === 0 &&
  report.personal.every(one => one.name === null)

/** Null when it is not a TrueLink document. */
export const readTrueLink = (tree: Tree): Reading | null => {
  const bundle = findBundle(tree)
  if (bundle === null) return null
  const report = readBundle(bundle)
  if (!isEmpty(report)) return { kind: 'report', report }
  if (bundle.error !== null) return noReport.rejected(bundle.error)
  return noReport.empty(
    bundle.message ??
      (report.files.map(one => `${one.bureau}: ${one.text ?? one.status}`).join('; ') || null),
  )
}

/** Extracts the JSON from a JSONP call: `JSON_CALLBACK({...});`, also after a comment or without a name. */
export const stripCallback = (text: string): string => {
  const opening = /^\s*(?:\/\*[^]{0,200}?\*\/\s*)?[\w$.]{0,80}\s{0,9}\(/.exec(text)?.[0]
  const end = text.lastIndexOf(')')
  return opening === undefined || end === -1 ? text : text.slice(opening.length, end)
}

/**
 * TrueLink as XML. Both JSON dialects are converted XML, so XML becomes the same tree: attributes by name, the text of an
 * element with attributes as `$`, what repeats a name as a list.
 */

/** The bureaus' raw records, which repeat the report. */
const skipped = new Set(['OriginalData'])

const treeOf = ({ attributes, children, text }: XmlNode): Tree => {
  const own = text.trim()
  if (attributes.size === 0 && children.length === 0) return own
  const node = new Map<string, Tree>(attributes)
  for (const child of children) {
    const before = node.get(child.name)
    const value = treeOf(child)
    if (Array.isArray(before)) before.push(value)
    else node.set(child.name, before === undefined ? value : [before, value])
  }
  return own === '' ? node : node.set('$', own)
}

const holdsReport = ({ name, children }: XmlNode): boolean =>
  /^(BundleComponents|TrueLinkCreditReport(Type)?)$/i.test(name) || children.some(holdsReport)

/** Reads TrueLink XML, a bundle or one report, also inside a sender's own envelope. */
export const readTrueLinkXml = (text: string): Reading => {
  const parsed = parseXml(text, skipped)
  if ('stopped' in parsed) return unreadable.broken('XML', parsed.stopped)
  if (!holdsReport(parsed.root)) return unreadable.unknownXml(parsed.root.name.slice(0, 60))
  const reading = readTrueLink(new Map([[parsed.root.name, treeOf(parsed.root)]])) ?? noReport.empty(null)
  return reading.kind === 'report'
    ? { kind: 'report', report: { ...reading.report, format: 'truelink-xml' } }
    : reading
}
