import { readEquifax } from './equifax/equifax.ts'
import { readExperian } from './experian/experian.ts'
import { documentShownIn, isWebPage, readWebPage } from './html/detect.ts'
import { refuse } from './html/refusals.ts'
import { findAllNearest, foldKeys, get, isNode, parseJson, type Tree } from './json.ts'
import { readCrs } from './mismo/crs.ts'
import { readMismo } from './mismo/mismo.ts'
import { readArray } from './mismo/mismo-2.ts'
import { type Reading, type ReportOwner, unreadable } from './reading.ts'
import { readTransUnionTu4r } from './transunion/tu4r.ts'
import { readTransUnionXml } from './transunion/tuxml.ts'
import { readTrueLink, readTrueLinkXml, stripCallback } from './truelink/truelink.ts'

/** Web services and resellers wrap XML reports as the text of an element or of a JSON object. */

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const untilNext = (text: string, end: string): string => {
  const at = text.indexOf(end)
  return (at === -1 ? text : text.slice(0, at)).trim()
}

/** The XML inside an XML document, in a CDATA section or escaped. */
const extractXmlFromXml = (text: string): string[] => {
  const section = /<!\[CDATA\[\s*(?=<)/.exec(text)
  if (section) return [untilNext(text.slice(section.index + section[0].length), ']]>')]
  const escaped = />\s*(?=&lt;)/.exec(text)
  if (escaped === null) return []
  const inner = untilNext(text.slice(escaped.index + escaped[0].length), '<')
  return [inner.replaceAll(/&(amp|lt|gt|quot|apos);/g, (entity, name: string) => characters[name] ?? entity)]
}

const isXml = (tree: Tree): tree is string => typeof tree === 'string' && /^\s*<[?A-Z]/i.test(tree)

const most = 5

/** The XML in the outermost object that has any: a report may be sent with a page that displays it. */
const extractXmlFromJson = (tree: Tree): string[] => {
  const [holder] = findAllNearest(tree, node => [...node.values()].some(isXml))
  return [...(holder?.values() ?? [])]
    .filter(isXml)
    .slice(0, most)
    .map(text => text.trim())
}

/** Detects a document's industry format from its content, never from its file name. */

type Known = readonly [pattern: RegExp, format: string]

/** Documents that are neither XML nor JSON. */
const plainFormats: readonly Known[] = [
  [/^%PDF/, 'a PDF'],
  [/^\{\\rtf/, 'a rich text document'],
  [/^TU4I/, 'a TransUnion TU4I request'],
  [/^(\d{4})?HEADER/, 'a Metro 2 file'],
  [/^\s*data:/, 'an encoded file'],
]

/** XML formats by root element and its attributes. */
const xmlFormats: readonly Known[] = [
  [/^REQUEST_GROUP\b/i, 'a MISMO 2.x credit request'],
  [/^NetConnectResponse\b/i, 'an Experian NetConnect response'],
]

/** JSON formats by a path in the outermost object. */
const jsonFormats: readonly (readonly [path: readonly string[], format: string])[] = [
  [['liabilityProfile'], 'a Spinwheel liability profile'],
  [['tradelines'], 'a list of tradelines in JSON'],
  [['accounts'], 'an account list in JSON'],
]

const named = (formats: readonly Known[], text: string): Reading | null => {
  const found = formats.find(([pattern]) => pattern.test(text))
  return found ? unreadable.recognized(found[1]) : null
}

/** What may precede the first element: a declaration, processing instructions, comments. */
const prologue = /^(?:\s*(?:<!--[^]*?-->|<\?[^]*?\?>))*/

/** The first start tag, without its prefix. */
const rootTagOf = (text: string): string => {
  const start = text.slice(0, 20_000).replace(prologue, '')
  const tag = /<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][^>]{0,2000})/.exec(start)
  return tag?.[1] ?? ''
}

/** Whether one of the first elements has a given name; senders add their own envelopes. */
const begins = (text: string, name: string): boolean =>
  new RegExp(`<(?:[A-Za-z_][\\w.-]{0,40}:)?${name}[\\s/>]`, 'i').test(text.slice(0, 20_000))

const readOuterXml = (text: string, person: ReportOwner): Reading => {
  if (begins(text, 'creditBureau')) return readTransUnionXml(text, person)
  if (begins(text, '(?:BundleComponents|TrueLinkCreditReport(?:Type)?)')) return readTrueLinkXml(text)
  return named(xmlFormats, rootTagOf(text)) ?? readMismo(text, person)
}

/** The first text inside an envelope that is a report, or a response without one; null when there is none. */
const readInside = (texts: readonly string[], person: ReportOwner): Reading | null => {
  for (const text of texts) {
    const reading = readOuterXml(text, person)
    if (reading.kind !== 'unreadable') return reading
  }
  return null
}

const readXml = (text: string, person: ReportOwner): Reading => {
  const reading = readOuterXml(text, person)
  return reading.kind === 'unreadable' ? (readInside(extractXmlFromXml(text), person) ?? reading) : reading
}

const jsonFormatOf = (tree: Tree): Reading | null => {
  const outer = isNode(tree) ? [tree, get(tree, 'data')] : [tree, get(tree)]
  const found = jsonFormats.find(([path]) => outer.some(one => get(one, ...path) !== undefined))
  return found ? unreadable.recognized(found[1]) : null
}

const readJson = (text: string, person: ReportOwner): Reading => {
  const parsed = parseJson(stripCallback(text))
  if ('stopped' in parsed) return unreadable.broken('JSON', parsed.stopped)
  const known = readTrueLink(parsed.tree) ?? readArray(parsed.tree, person) ?? readCrs(parsed.tree, person)
  if (known) return known
  const folded = foldKeys(parsed.tree)
  return (
    readExperian(folded, person) ??
    readEquifax(folded, person) ??
    jsonFormatOf(parsed.tree) ??
    readInside(extractXmlFromJson(parsed.tree), person) ??
    unreadable.unknownJson()
  )
}

const readAny = (text: string, person: ReportOwner): Reading => {
  if (text === '') return unreadable.empty()
  if (text.startsWith('bplist00')) return refuse.webArchive()
  if (isWebPage(text)) {
    const shown = documentShownIn(text)
    return shown === null || isWebPage(shown) ? readWebPage(text, person) : readAny(shown, person)
  }
  const plain = named(plainFormats, text)
  if (plain) return plain
  if (text.startsWith('<')) return readXml(text, person)
  if (/^TU4[RE]/.test(text)) return readTransUnionTu4r(text, person)
  return /^[[{(]|^\/\*|^[\w$.]{1,80}\s{0,9}\(/.test(text) ? readJson(text, person) : unreadable.unknown()
}

/**
 * Reads any document offered as a credit report. Never throws: text that is not a report, or is broken or
 * hostile, is `unreadable` with a message; an envelope without a finished report is `noReport`.
 */
export const readReport = (text: string, person: ReportOwner): Reading =>
  readAny(text.replace(/^\uFEFF/, '').trim(), person)
