import { locateJsonError } from './json-error.ts'
import { containsSsn, createSsnRemover } from './ssn.ts'

/**
 * Untrusted JSON as a tree of texts in one dialect. TrueLink reports are XML turned into JSON in two ways:
 * BadgerFish (`"@attribute"`, element text as `{"$": text}`) and plain; both come out alike. Objects become Maps,
 * so no key, `__proto__` included, touches a prototype; every number and flag becomes the text it was written as.
 */

export type Tree = string | null | Tree[] | TreeNode
export type TreeNode = ReadonlyMap<string, Tree>

export type JsonReading = { tree: Tree } | { stopped: string }

const limits = { depth: 60, nodes: 500_000 }

class Stopped extends Error {}

/** A tree while it is made. */
type Growing = string | null | Growing[] | Map<string, Growing>

type Key = { plain: string; isSsn: boolean }

const keyOf = (key: string): Key => {
  const plain = key.replace(/^@/, '').replace(/^\w+:(?=\w)/, '')
  return { plain, isSsn: containsSsn(plain) }
}

/** The keys of a document are few and come again and again. */
const keysOnce = (): ((key: string) => Key) => {
  const known = new Map<string, Key>()
  return key => {
    const found = known.get(key) ?? keyOf(key)
    known.set(key, found)
    return found
  }
}

/** Converts parsed JSON; `found` collects the texts of keys that hold an SSN. */
const convert = (value: unknown, found: string[]): Growing => {
  let nodes = 0
  const keyNamed = keysOnce()
  const visit = (one: unknown, depth: number, key: Key): Growing => {
    if (depth > limits.depth) throw new Stopped('Reading stopped where objects are nested too deeply.')
    nodes += 1
    if (nodes > limits.nodes) throw new Stopped('Reading stopped because the file has too many values.')
    if (Array.isArray(one)) return one.map(item => visit(item, depth + 1, key))
    if (typeof one !== 'object' || one === null) {
      const isText = typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean'
      const text = isText ? String(one) : null
      if (text !== null && key.isSsn) found.push(text)
      return text
    }
    const entries = Object.entries(one)
    if (entries.length === 1 && entries[0]?.[0] === '$') return visit(entries[0][1], depth + 1, key)
    const node = new Map<string, Growing>()
    for (const [name, child] of entries) {
      const own = keyNamed(name)
      const { plain } = own
      const isOwn = plain === '$' || (key.isSsn && /^number$/i.test(plain))
      if (name.startsWith('@') || !node.has(plain))
        node.set(plain, visit(child, depth + 1, isOwn ? key : own))
    }
    return node
  }
  return visit(value, 0, keyNamed(''))
}

/** Changes every text of a tree in its place: a copy of a large report costs more than the change. */
const withTexts = (tree: Growing, change: (text: string) => string): Growing => {
  if (typeof tree === 'string') return change(tree)
  if (Array.isArray(tree)) {
    for (const [index, one] of tree.entries()) tree[index] = withTexts(one, change)
    return tree
  }
  if (tree !== null) for (const [key, one] of tree) tree.set(key, withTexts(one, change))
  return tree
}

/** Whole numbers beyond 2^53, such as account numbers, keep the digits that were written. */
const parse = (text: string): unknown =>
  /\d{16}/.test(text)
    ? JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
        typeof value === 'number' && !Number.isSafeInteger(value) ? (context?.source ?? value) : value,
      )
    : JSON.parse(text)

const whereOf = (text: string): string => {
  const before = text.slice(0, locateJsonError(text))
  const line = before.split('\n').length
  return `Reading stopped at line ${line}, column ${before.length - before.lastIndexOf('\n')}.`
}

/** Makes a tree of what `value` gives, without the SSNs that it names; `text` is where broken JSON is looked up. */
const treeOf = (value: () => unknown, text: string): JsonReading => {
  try {
    const found: string[] = []
    const tree = convert(value(), found)
    return { tree: withTexts(tree, createSsnRemover(found)) }
  } catch (error) {
    if (error instanceof Stopped) return { stopped: error.message }
    if (error instanceof SyntaxError) return { stopped: whereOf(text) }
    return { stopped: 'Reading stopped where objects are nested too deeply.' }
  }
}

/** Parses a JSON text and removes from it the SSNs that it names. */
export const parseJson = (text: string): JsonReading => treeOf(() => parse(text), text)

/** Makes the same tree of values that came from elsewhere than a JSON text. */
export const toTree = (value: unknown): JsonReading => treeOf(() => value, '')

/** Whether a part of a document has parts of its own, by name. */
export const isNode = (tree: Tree | undefined): tree is TreeNode => tree instanceof Map

/** The value at the end of a path of keys; of a list on the way its first. */
export const get = (tree: Tree | undefined, ...path: readonly string[]): Tree | undefined =>
  path.reduce<Tree | undefined>((one, key) => {
    const node = Array.isArray(one) ? one[0] : one
    return isNode(node) ? node.get(key) : undefined
  }, tree)

/** The objects of a value that may be missing, one object, or an array of them. */
export const asList = (tree: Tree | undefined): TreeNode[] =>
  Array.isArray(tree) ? tree.flatMap(one => asList(one)) : isNode(tree) ? [tree] : []

/** The text at the end of a path; of an element with attributes its own text. */
export const rawText = (tree: Tree | undefined, ...path: readonly string[]): string | null => {
  const found = get(tree, ...path)
  if (typeof found === 'string') return found
  if (Array.isArray(found)) return rawText(found[0])
  const own = isNode(found) ? found.get('$') : null
  return typeof own === 'string' ? own : null
}
