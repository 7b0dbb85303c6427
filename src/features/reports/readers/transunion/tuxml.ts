import type { FileStatus } from '../../canonical.ts'
import { lookUp } from '../codes.ts'
import { parseDate, parseFlag, parseFreeText, parseText } from '../fields.ts'
import { buildOneBureauReport } from '../one-bureau-report.ts'
import { noReport, type Reader, type Reading, unreadable } from '../reading.ts'
import { at, below, child, every, parseXml, type XmlNode } from '../xml.ts'
import { buildTransUnionFile, type ReportedFile, type ReportedScore, transUnionInquiryKind } from './file.ts'
import {
  hasUnknownKind,
  readContacts,
  readInquiry,
  readPerson,
  readPublicRecord,
  textAt,
  toTransUnionRow,
} from './tuxml-rows.ts'

/** Reads TransUnion TUXML, version 2 (docs/reference/report-model.md). */

/** Copies of the report for printing. */
const skipped = new Set(['embeddedData', 'printImage'])

/** Some senders capitalize names; the format itself only capitalizes acronyms. */
const plain = (node: XmlNode): XmlNode => ({
  ...node,
  name: node.name.replace(/^[A-Z](?=[a-z])/, first => first.toLowerCase()),
  children: node.children.map(plain),
})

const returnedOf = (summary: XmlNode | undefined): FileStatus['status'] => {
  const indicator = parseText(textAt(summary, 'fileHitIndicator')) ?? ''
  if (/noHit$/i.test(indicator)) return 'noHit'
  return /hit$|^clear$/i.test(indicator) ? 'hit' : 'error'
}

/** Messages of the high risk fraud alert (product 06500) that concern an alert on the file. */
const alertCodes: Readonly<Record<string, string>> = {
  '9003': 'A consumer statement about fraud is on file.',
  '9004': 'An active duty alert is on file.',
  '9005': 'An initial fraud alert is on file.',
  '9006': 'An extended fraud alert is on file.',
}

const alertsOf = (record: XmlNode): string[] =>
  every(record, 'highRiskFraudAlert')
    .flatMap(alert => every(alert, 'message'))
    .flatMap(message => {
      const text = parseFreeText(textAt(message, 'text'))
      const isAlert = /fraud (victim )?alert|active (military )?duty/i.test(text ?? '')
      return lookUp(alertCodes, parseText(textAt(message, 'code'))) ?? (isAlert ? (text ?? []) : [])
    })

const scoreOf = (product: XmlNode): ReportedScore[] => {
  const score = at(product, 'scoreModel', 'score')
  if (score === undefined) return []
  const byRank = every(child(score, 'factors'), 'factor').toSorted(
    (a, b) => Number(textAt(a, 'rank')) - Number(textAt(b, 'rank')),
  )
  return [
    {
      product: parseText(textAt(product, 'code')),
      result: textAt(score, 'results'),
      reason: parseText(textAt(score, 'noScoreReason')),
      factors: byRank.flatMap(factor => parseText(textAt(factor, 'code')) ?? []),
    },
  ]
}

const readFile = (record: XmlNode, product: string | null): ReportedFile => {
  const file = { ...record, children: record.children.filter(one => one.name !== 'addOnProduct') }
  const addOns = record.children.filter(one => one.name === 'addOnProduct')
  const contacts = readContacts(record)
  const kind = transUnionInquiryKind(product)
  const records = every(file, 'publicRecord')
  const summary = child(record, 'fileSummary')
  const freeze = at(summary, 'creditDataStatus', 'freeze')
  const isSuppressed = parseFlag(textAt(summary, 'creditDataStatus', 'suppressed')) === true
  return {
    personal: readPerson(record),
    returned: returnedOf(summary),
    isFrozen: parseFlag(textAt(freeze, 'indicator') ?? freeze?.text) === true,
    notices: [...(isSuppressed ? ['TransUnion suppresses this file.'] : []), ...new Set(alertsOf(record))],
    rows: [...every(file, 'trade'), ...every(file, 'collection')].map(toTransUnionRow),
    contacts,
    inquiries: id =>
      every(file, 'inquiry').map((node, index) => readInquiry(node, id(index), kind, contacts)),
    publicRecords: id => records.map((node, index) => readPublicRecord(node, id(index), contacts)),
    unknownRecords: records.filter(hasUnknownKind).length,
    scores: addOns.flatMap(scoreOf),
  }
}

/** Whether a subject's record has content; a refused order may repeat an empty one. */
const isFilled = (record: XmlNode): boolean =>
  ['fileSummary', 'indicative', 'custom', 'addOnProduct'].some(
    name => (child(record, name)?.children ?? []).length > 0,
  )

const refusalOf = (errors: readonly XmlNode[]): string | null =>
  errors
    .map(error => parseFreeText(below(error, 'description') ?? below(error, 'text') ?? error.text))
    .find(Boolean) ?? null

/** Reads a TUXML `creditBureau`, also inside a sender's own envelope. */
export const readTransUnionXml: Reader = (text, person): Reading => {
  const parsed = parseXml(text, skipped)
  if ('stopped' in parsed) return unreadable.broken('XML', parsed.stopped)
  const all = plain(parsed.root)
  const [root] = all.name === 'creditBureau' ? [all] : every(all, 'creditBureau')
  if (root === undefined) return unreadable.unknownXml(parsed.root.name.slice(0, 60))
  const control = child(root, 'transactionControl')
  const envelope = {
    version: parseText(textAt(root, 'version')),
    date: parseDate(below(control, 'transactionTimeStamp')),
    reference: parseText(below(control, 'userRefNumber')),
  }
  const records = every(root, 'product').flatMap(product =>
    every(product, 'subjectRecord')
      .filter(isFilled)
      .map(record => ({ record, product: parseText(textAt(product, 'code')) })),
  )
  const refusals = every(root, 'error')
  if (records.length === 0 && refusals.length > 0) return noReport.rejected(refusalOf(refusals))
  const files = records.map(({ record, product }, index) =>
    buildTransUnionFile(readFile(record, product), envelope, index),
  )
  return buildOneBureauReport('transunion-xml', 'TransUnion', files, person)
}
