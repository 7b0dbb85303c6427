import { get, isNode, parseJson, type Tree } from './json.ts'
import { readMismo3 } from './mismo-3.ts'
import type { Person, Reading } from './reading.ts'
import { unreadable } from './reply-words.ts'
import { readTrueLink, withoutCallback } from './truelink.ts'

/** Which industry format a document is, from its content alone, never from its name. */

type Known = readonly [pattern: RegExp, format: string]

/** Documents that are neither XML nor JSON. */
const plainFormats: readonly Known[] = [
  [/^%PDF/, 'a PDF document'],
  [/^PK\u0003\u0004/, 'a ZIP or office document'],
  [/^\{\\rtf/, 'a rich text document'],
  [/^TU4[RI]/, 'a TransUnion TU4R record'],
  [/^(\d{4})?HEADER/, 'a Metro 2 file'],
  [/^\s*data:/, 'an encoded file'],
]

/** XML by its root element and the attributes of it. */
const xmlFormats: readonly Known[] = [
  [/^(RESPONSE_GROUP|REQUEST_GROUP)\b/i, 'a MISMO 2.x credit response'],
  [
    /^CREDIT_RESPONSE\b[^>]*\b_?(MISMOVersionID\s*=\s*["']2|CreditResponseID)/i,
    'a MISMO 2.x credit response',
  ],
  [/^creditBureau\b/i, 'a TransUnion TUXML report'],
  [/^NetConnectResponse\b/i, 'an Experian NetConnect response'],
  [/^(BundleComponents|TrueLinkCreditReportType)\b/i, 'a TrueLink report in XML'],
  [/^html\b/i, 'a web page'],
]

/** JSON by a path that its outermost object has. */
const jsonFormats: readonly (readonly [path: readonly string[], format: string])[] = [
  [['CREDIT_RESPONSE'], 'an Array credit report (MISMO 2.4 in JSON)'],
  [['creditProfile'], 'an Experian Credit Profile'],
  [['consumers', 'equifaxUSConsumerCreditReport'], 'an Equifax consumer credit report'],
  [['liabilityProfile'], 'a Spinwheel liability profile'],
  [['tradelines'], 'a CRS credit report'],
  [['accounts'], 'an account list in JSON'],
]

const named = (formats: readonly Known[], text: string): Reading | null => {
  const found = formats.find(([pattern]) => pattern.test(text))
  return found ? unreadable.recognised(found[1]) : null
}

/** What may stand before the first element: a declaration, processing instructions, comments. */
const prologue = /^(?:\s*(?:<!--[^]*?-->|<\?[^]*?\?>))*/

/** The first start tag, without its prefix. */
const rootTagOf = (text: string): string => {
  const start = text.slice(0, 20_000).replace(prologue, '')
  const tag = /<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][^>]{0,2000})/.exec(start)
  return tag?.[1] ?? ''
}

const readXml = (text: string, person: Person): Reading => {
  if (/^<!DOCTYPE\s+html/i.test(text)) return unreadable.recognised('a web page')
  return named(xmlFormats, rootTagOf(text)) ?? readMismo3(text, person)
}

const jsonFormatOf = (tree: Tree): Reading | null => {
  const outer = isNode(tree) ? [tree, get(tree, 'data')] : [tree, get(tree)]
  const found = jsonFormats.find(([path]) => outer.some(one => get(one, ...path) !== undefined))
  return found ? unreadable.recognised(found[1]) : null
}

const readJson = (text: string): Reading => {
  const parsed = parseJson(withoutCallback(text))
  if ('stopped' in parsed) return unreadable.broken('JSON', parsed.stopped)
  return readTrueLink(parsed.tree) ?? jsonFormatOf(parsed.tree) ?? unreadable.unknownJson()
}

const readAny = (text: string, person: Person): Reading => {
  if (text === '') return unreadable.empty()
  const plain = named(plainFormats, text)
  if (plain) return plain
  if (text.startsWith('<')) return readXml(text, person)
  return /^[[{(]|^\/\*|^[\w$.]{1,80}\s{0,9}\(/.test(text) ? readJson(text) : unreadable.unknown()
}

/**
 * Reads any document that is offered as a credit report. Never throws: a text that is no report, or a broken or
 * hostile one, is `unreadable` with a sentence, and an envelope without a finished report is `noReport`.
 */
export const readReport = (text: string, person: Person): Reading =>
  readAny(text.replace(/^\uFEFF/, '').trim(), person)
