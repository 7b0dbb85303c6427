import { SaxesParser } from 'saxes'
import { endsEarly } from './reading.ts'
import { containsSsn, createSsnRemover } from './ssn.ts'

/**
 * A small XML tree for untrusted documents (docs/decisions/0049-pdf-process.md): no DOCTYPE, so no
 * sender-defined entities; bounded depth, nodes and attributes; local names only, since senders choose
 * prefixes freely.
 */

export type XmlNode = {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlNode[]
  text: string
}

type XmlReading = { root: XmlNode } | { stopped: string }

const limits = { depth: 100, nodes: 500_000, attributes: 100 }

const noAttributes: ReadonlyMap<string, string> = new Map()

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

const attributesOf = (reported: Readonly<Record<string, string>>): ReadonlyMap<string, string> => {
  const names = Object.keys(reported)
  if (names.length === 0) return noAttributes
  const attributes = new Map<string, string>()
  for (const name of names) attributes.set(localName(name), reported[name] ?? '')
  return attributes
}

class Stopped extends Error {}

type OpenNode = XmlNode & { attributes: ReadonlyMap<string, string> }

/** An SSN is the text of an element in MISMO 3, of its child in TUXML, an attribute in MISMO 2, and as `number` its element's. */
const listSsns = (nodes: readonly XmlNode[]): string[] => {
  const ssns: string[] = []
  for (const { name, text, attributes, children } of nodes) {
    const isSsn = containsSsn(name)
    if (isSsn) ssns.push(text, ...children.map(one => one.text))
    for (const [key, value] of attributes)
      if (containsSsn(key) || (isSsn && /^number$/i.test(key))) ssns.push(value)
  }
  return ssns
}

const removeSsns = (nodes: readonly OpenNode[]) => {
  const found = listSsns(nodes)
  if (found.length === 0) return
  const remove = createSsnRemover(found)
  for (const node of nodes) {
    if (node.text !== '') node.text = remove(node.text)
    for (const [key, value] of node.attributes) {
      const without = remove(value)
      if (without !== value) node.attributes = new Map(node.attributes).set(key, without)
    }
  }
}

/**
 * MISMO 2 is defined by a DTD, which senders reference. A DOCTYPE that only does that is skipped: nothing is
 * fetched, and it cannot declare entities. Any other is refused.
 */
const namesMismo2 = /^\s*(?:RESPONSE_GROUP|CREDIT_RESPONSE)\s+(?:SYSTEM|PUBLIC)\s+["'][^[\]<>]*["']\s*$/i

/** saxes prefixes its messages with `line:column: `, which we append in words instead. */
const plain = (message: string) =>
  message
    .replace(/^\d+:\d+: /, '')
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .replace(/\.$/, '')
    .slice(0, 120)

/**
 * Parses a whole document. `skip`: elements dropped with their content. `stopped` is a sentence that states
 * where and why reading ended.
 */
export const parseXml = (text: string, skip: ReadonlySet<string>): XmlReading => {
  const parser = new SaxesParser({ xmlns: false, position: true })
  const stop = (why: string): never => {
    throw new Stopped(`Reading stopped at line ${parser.line}, column ${parser.column}: ${why}.`)
  }
  const nodes: OpenNode[] = []
  const open: OpenNode[] = []
  let skippedDepth = 0
  let attributes = 0

  parser.on('doctype', declared => {
    if (!namesMismo2.test(declared)) stop('a document type declaration is not accepted')
  })
  parser.on('error', error => stop(plain(error.message)))
  parser.on('opentagstart', () => {
    attributes = 0
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > limits.attributes) stop('an element has too many attributes')
  })
  parser.on('opentag', tag => {
    const name = localName(tag.name)
    if (skippedDepth > 0 || skip.has(name)) {
      skippedDepth += 1
      if (skippedDepth + open.length > limits.depth) stop('elements are nested too deeply')
      return
    }
    const node = { name, attributes: attributesOf(tag.attributes), children: [], text: '' }
    if (open.length >= limits.depth) stop('elements are nested too deeply')
    if (nodes.push(node) > limits.nodes) stop('the file has too many elements')
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  const addText = (piece: string) => {
    const node = skippedDepth > 0 ? undefined : open.at(-1)
    if (node) node.text += piece
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    if (skippedDepth > 0) skippedDepth -= 1
    else open.pop()
  })

  let isAtEnd = false
  try {
    parser.write(text)
    isAtEnd = true
    parser.close()
  } catch (error) {
    if (isAtEnd) return { stopped: endsEarly }
    return { stopped: error instanceof Stopped ? error.message : 'Reading stopped at a broken element.' }
  }
  const [root] = nodes
  if (root === undefined) return { stopped: 'The file has no element.' }
  removeSsns(nodes)
  return { root }
}

/** Creates an element, for readers that convert other formats. */
export const elementOf = (name: string, children: XmlNode[], label: string | null = null): XmlNode => ({
  name,
  attributes: label === null ? noAttributes : new Map([['label', label]]),
  children,
  text: '',
})

/** Creates a text element; empty when there is no text. */
export const leafOf = (name: string, text: string | null): XmlNode[] =>
  text === null ? [] : [{ name, attributes: noAttributes, children: [], text }]

export const child = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find(one => one.name === name)

/** The node at a path of first children. */
export const at = (node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined =>
  path.reduce(child, node)

/** Descendants of that name, in document order; not nested ones. */
export const every = (node: XmlNode | undefined, name: string): XmlNode[] => {
  const found: XmlNode[] = []
  const visit = (one: XmlNode) => {
    if (one.name === name) found.push(one)
    else one.children.forEach(visit)
  }
  node?.children.forEach(visit)
  return found
}

/** The text of the first descendant of that name. */
export const below = (node: XmlNode | undefined, name: string): string | undefined => {
  for (const one of node?.children ?? []) {
    const found = one.name === name ? one.text : below(one, name)
    if (found !== undefined && found.trim() !== '') return found
  }
  return undefined
}

/** The texts of all text-only children by name; the first of equal names. */
export const leaves = (node: XmlNode): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const visit = (one: XmlNode) => {
    if (one.children.length === 0 && one.text.trim() !== '' && !found.has(one.name))
      found.set(one.name, one.text)
    one.children.forEach(visit)
  }
  node.children.forEach(visit)
  return found
}
