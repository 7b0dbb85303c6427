import { parseLastFour, parsePersonName } from '../fields.ts'
import { below, child, every, type XmlNode } from '../xml.ts'

/**
 * MISMO 3 ties its parts together by RELATIONSHIP elements between labels (xlink:from, xlink:to). Senders do not
 * keep to the direction that the arcrole names, so a link counts both ways.
 */

/** What an element is linked to: the labels of the others. */
export type Links = (node: XmlNode) => ReadonlySet<string>

const none: ReadonlySet<string> = new Set()

/** The label by which relationships name an element. */
export const readLabel = (node: XmlNode): string | null => node.attributes.get('label') ?? null

/** Reads every RELATIONSHIP of a document. */
export const readLinks = (root: XmlNode): Links => {
  const ends = new Map<string, Set<string>>()
  const add = (from: string, to: string) => ends.set(from, (ends.get(from) ?? new Set()).add(to))
  for (const { attributes } of every(root, 'RELATIONSHIP')) {
    const from = attributes.get('from')
    const to = attributes.get('to')
    if (from === undefined || to === undefined) continue
    add(from, to)
    add(to, from)
  }
  return node => ends.get(readLabel(node) ?? '') ?? none
}

/** What of a map an element is linked to. The shorter side is walked: a file made to be slow makes one of them long. */
export const findLinked = <T>(links: ReadonlySet<string>, byLabel: ReadonlyMap<string, T>): T[] => {
  if (byLabel.size <= links.size)
    return [...byLabel].flatMap(([label, one]) => (links.has(label) ? [one] : []))
  return [...links].flatMap(label => {
    const one = byLabel.get(label)
    return one === undefined ? [] : [one]
  })
}

/** A NAME element as one line. */
export const readName = (name: XmlNode | undefined): string | null => {
  if (name === undefined) return null
  const parts = ['FirstName', 'MiddleName', 'LastName', 'SuffixName']
  return parsePersonName(
    parts.map(part => child(name, part)?.text),
    child(name, 'FullName')?.text,
  )
}

/** The SSN's last four of a PARTY; the sender may list other taxpayer numbers beside it. */
export const readSsnLastFour = (party: XmlNode): string | null => {
  const numbers = every(party, 'TAXPAYER_IDENTIFIER')
  const isSsn = (node: XmlNode) => (below(node, 'TaxpayerIdentifierType') ?? 'Social').startsWith('Social')
  return parseLastFour(below(numbers.find(isSsn), 'TaxpayerIdentifierValue'))
}
