import { SaxesParser } from 'saxes'
import type { Tree } from './tree-changes.ts'

/** Converts XML to a tree of plain values and back, even if the tree is no longer valid XML. */

type Element = { name: string; attributes: { [key: string]: Tree }; children: Tree[] }

/** The tree of a well-formed document. */
export const treeOfXml = (text: string): Tree => {
  const root: Element = { name: '', attributes: {}, children: [] }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => open.pop())
  for (const event of ['text', 'cdata'] as const)
    parser.on(event, (piece: string) => open.at(-1)?.children.push(piece))
  parser.write(text).close()
  return root.children
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<"]/g, sign => signs[sign] ?? sign)

const partsOf = (tree: Tree | undefined): [name: string, part: Tree][] =>
  typeof tree === 'object' && tree !== null ? Object.entries<Tree>(tree) : []

/** The text of a tree; a value that no longer has the shape of an element is written as its parts. */
export const xmlOfTree = (tree: Tree | undefined): string => {
  if (typeof tree !== 'object' || tree === null) return escaped(String(tree ?? ''))
  const { name, attributes, children } = Array.isArray(tree) ? {} : tree
  if (typeof name !== 'string')
    return partsOf(tree)
      .map(([, part]) => xmlOfTree(part))
      .join('')
  const written = partsOf(attributes).map(([key, part]) => ` ${key}="${xmlOfTree(part)}"`)
  return `<${name}${written.join('')}>${xmlOfTree(children)}</${name}>`
}
