import { toTree } from '../json.ts'
import type { Reading } from '../reading.ts'
import { noReport, unreadable } from '../reply-words.ts'
import { parseXml, type XmlNode } from '../xml.ts'
import { readTrueLink } from './truelink.ts'

/**
 * TrueLink as XML. Both JSON dialects are this XML turned into JSON, so it is turned into the BadgerFish one:
 * attributes as `@name`, the text of an element with attributes as `$`, repeated elements as a list.
 */

/** The bureaus' raw records, which repeat the report. */
const skipped = new Set(['OriginalData'])

const valueOf = ({ attributes, children, text }: XmlNode): unknown => {
  const own = text.trim()
  if (attributes.size === 0 && children.length === 0) return own
  const byName = new Map<string, unknown[]>()
  for (const child of children) {
    const same = byName.get(child.name)
    if (same) same.push(valueOf(child))
    else byName.set(child.name, [valueOf(child)])
  }
  return Object.fromEntries([
    ...[...attributes].map(([name, value]) => [`@${name}`, value] as const),
    ...[...byName].map(([name, values]) => [name, values.length === 1 ? values[0] : values] as const),
    ...(own === '' ? [] : [['$', own] as const]),
  ])
}

const holdsReport = ({ name, children }: XmlNode): boolean =>
  /^(BundleComponents|TrueLinkCreditReport(Type)?)$/i.test(name) || children.some(holdsReport)

/** Reads TrueLink XML, a bundle or one report, also inside a sender's own envelope. */
export const readTrueLinkXml = (text: string): Reading => {
  const parsed = parseXml(text, skipped)
  if ('stopped' in parsed) return unreadable.broken('XML', parsed.stopped)
  if (!holdsReport(parsed.root)) return unreadable.unknownXml(parsed.root.name.slice(0, 60))
  const read = toTree({ [parsed.root.name]: valueOf(parsed.root) })
  if ('stopped' in read) return unreadable.broken('XML', read.stopped)
  const reading = readTrueLink(read.tree) ?? noReport.empty(null)
  return reading.kind === 'report'
    ? { kind: 'report', report: { ...reading.report, format: 'truelink-xml' } }
    : reading
}
