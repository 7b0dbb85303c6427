import { oncePerName } from './once-per-name.ts'
import { endsEarly } from './reading.ts'
import { containsSsn, createSsnRemover } from './ssn.ts'

/**
 * Finds where text stops being valid JSON. The engine's message rarely includes a position, and otherwise quotes
 * the document, which must not be shown.
 */

type Wanted = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'next' | 'nothing'

const blanks = /[ \t\r\n]*/y
const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-f]{4})[^"\\\u0000-\u001f]*)*"/iy
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y

const endOf = (pattern: RegExp, text: string, at: number): number | null => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

/**
 * The index of the first character no JSON text could have there; the length when the text ends too early.
 */
export const locateJsonError = (text: string): number => {
  const open: string[] = []
  let wanted: Wanted = 'value'
  let at = 0
  for (;;) {
    at = endOf(blanks, text, at) ?? at
    const character = text[at]
    if (character === undefined || wanted === 'nothing') return at
    const closes = character === (open.at(-1) === '{' ? '}' : ']') && open.length > 0
    if (closes && (wanted === 'next' || wanted.endsWith('or end'))) {
      open.pop()
      at += 1
      wanted = open.length === 0 ? 'nothing' : 'next'
    } else if (wanted === 'colon' || wanted === 'next') {
      if (character !== (wanted === 'colon' ? ':' : ',')) return at
      wanted = wanted === 'next' && open.at(-1) === '{' ? 'key' : 'value'
      at += 1
    } else if (wanted.startsWith('value') && (character === '{' || character === '[')) {
      open.push(character)
      wanted = character === '{' ? 'key or end' : 'value or end'
      at += 1
    } else {
      const isKey = wanted.startsWith('key')
      const end = endOf(string, text, at) ?? (isKey ? null : endOf(scalar, text, at))
      if (end === null) return at
      wanted = isKey ? 'colon' : open.length === 0 ? 'nothing' : 'next'
      at = end
    }
  }
}

/**
 * Untrusted JSON as a tree of text, in one dialect. TrueLink JSON is converted XML in two variants,
 * BadgerFish (`"@attribute"`, element text as `{"$": text}`) and plain; both become the same tree. Objects
 * become Maps, so no key (not even `__proto__`) touches a prototype; numbers and booleans become their
 * original text.
 */

export type Tree = string | null | Tree[] | TreeNode
export type TreeNode = ReadonlyMap<string, Tree>

type JsonReading = { tree: Tree } | { stopped: string }

const limits = { depth: 60, nodes: 500_000 }

class Stopped extends Error {}

type Growing = string | null | Growing[] | Map<string, Growing>

type Key = { plain: string; isSsn: boolean }

const keyNamed = oncePerName((key): Key => {
  const plain = key.replace(/^@/, '').replace(/^\w+:(?=\w)/, '')
  return { plain, isSsn: containsSsn(plain) }
})

const isRecord = (value: object): value is Record<string, unknown> => !Array.isArray(value)

/** `found` collects the values of SSN keys. */
const convert = (value: unknown, found: string[]): Growing => {
  let nodes = 0
  const visit = (one: unknown, depth: number, key: Key): Growing => {
    if (depth > limits.depth) throw new Stopped('Reading stopped where objects are nested too deeply.')
    nodes += 1
    if (nodes > limits.nodes) throw new Stopped('Reading stopped because the file has too many values.')
    if (typeof one !== 'object' || one === null) {
      const isText = typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean'
      const text = isText ? String(one) : null
      if (text !== null && key.isSsn) found.push(text)
      return text
    }
    if (Array.isArray(one)) return one.map(item => visit(item, depth + 1, key))
    if (!isRecord(one)) return null
    const names = Object.keys(one)
    if (names.length === 1 && names[0] === '$') return visit(one['$'], depth + 1, key)
    const node = new Map<string, Growing>()
    for (const name of names) {
      const own = keyNamed(name)
      const { plain } = own
      const isOwn = plain === '$' || (key.isSsn && /^number$/i.test(plain))
      if (name.startsWith('@') || !node.has(plain))
        node.set(plain, visit(one[name], depth + 1, isOwn ? key : own))
    }
    return node
  }
  return visit(value, 0, keyNamed(''))
}

/** Modifies the tree in place: copying a large report would cost more than the change. */
const withTexts = (tree: Growing, change: (text: string) => string): Growing => {
  if (typeof tree === 'string') return change(tree)
  if (Array.isArray(tree)) {
    for (const [index, one] of tree.entries()) tree[index] = withTexts(one, change)
    return tree
  }
  if (tree === null) return tree
  for (const [key, one] of tree) {
    const changed = withTexts(one, change)
    if (changed !== one) tree.set(key, changed)
  }
  return tree
}

/** A number of 16 or more digits, or a text that may look like one. */
const longNumber = /[:,[\s]-?(?:\d+\.)?\d{16}/

/** Whole numbers beyond 2^53, such as account numbers, keep their digits; each value is checked only if needed. */
const parse = (text: string): unknown =>
  longNumber.test(text)
    ? JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
        typeof value === 'number' && !Number.isSafeInteger(value) ? (context?.source ?? value) : value,
      )
    : JSON.parse(text)

const MAX_OPEN_STRING = 10_000

/** The beginning of a text without its closing quote. */
const isOpenString = (rest: string): boolean =>
  rest.length < MAX_OPEN_STRING && /^"(?:[^"\\]|\\.)*\\?$/.test(rest)

const whereOf = (text: string): string => {
  const at = locateJsonError(text)
  if (at === text.length || isOpenString(text.slice(at, at + MAX_OPEN_STRING))) return endsEarly
  const before = text.slice(0, at)
  const line = before.split('\n').length
  return `Reading stopped at line ${line}, column ${before.length - before.lastIndexOf('\n')}.`
}

/** Builds a tree from what `value` returns, without its SSNs; `text` locates syntax errors. */
const treeOf = (value: () => unknown, text: string): JsonReading => {
  try {
    const found: string[] = []
    const tree = convert(value(), found)
    return { tree: found.length === 0 ? tree : withTexts(tree, createSsnRemover(found)) }
  } catch (error) {
    if (error instanceof Stopped) return { stopped: error.message }
    if (error instanceof SyntaxError) return { stopped: whereOf(text) }
    return { stopped: 'Reading stopped where objects are nested too deeply.' }
  }
}

/** Parses JSON text and removes its SSNs. */
export const parseJson = (text: string): JsonReading => treeOf(() => parse(text), text)

/** The same for values that are not from JSON text. */
export const toTree = (value: unknown): JsonReading => treeOf(() => value, '')

export const isNode = (tree: Tree | undefined): tree is TreeNode => tree instanceof Map

/** The value at a path of keys; the first element of a list along the way. */
export const get = (tree: Tree | undefined, ...path: readonly string[]): Tree | undefined => {
  let one = tree
  for (const key of path) {
    const node = Array.isArray(one) ? one[0] : one
    one = isNode(node) ? node.get(key) : undefined
  }
  return one
}

/** The objects in a value that may be missing, one object, or an array. */
export const asList = (tree: Tree | undefined): TreeNode[] =>
  Array.isArray(tree) ? tree.flatMap(one => asList(one)) : isNode(tree) ? [tree] : []

/** The text at a path; for an element with attributes, its own text. */
export const rawText = (tree: Tree | undefined, ...path: readonly string[]): string | null => {
  const found = get(tree, ...path)
  if (typeof found === 'string') return found
  if (Array.isArray(found)) return rawText(found[0])
  const own = isNode(found) ? found.get('$') : null
  return typeof own === 'string' ? own : null
}

/**
 * Access to JSON from senders that differ in key style: `creditProfile`, `CreditProfile`, `credit_profile`.
 * Keys are compared by letters and digits only, ignoring case.
 */

const fold = oncePerName(key => (key === '$' ? key : key.toLowerCase().replaceAll(/[^a-z\d]/g, '')))

/** Folds every key; of two that become equal, the first one with content is used. */
export const foldKeys = (tree: Tree): Tree => {
  if (Array.isArray(tree)) return tree.map(foldKeys)
  if (!isNode(tree)) return tree
  const node = new Map<string, Tree>()
  for (const [key, one] of tree) {
    const plain = fold(key)
    if ((node.get(plain) ?? null) === null) node.set(plain, foldKeys(one))
  }
  return node
}

/** The value at a path of keys in the format's own spelling, in a tree with folded keys. */
export const partAt = (tree: Tree | undefined, ...path: readonly string[]): Tree | undefined =>
  get(tree, ...path.map(fold))

export const listAt = (tree: Tree | undefined, ...path: readonly string[]): TreeNode[] =>
  asList(partAt(tree, ...path))

export const rawAt = (tree: Tree | undefined, ...path: readonly string[]): string | null =>
  rawText(tree, ...path.map(fold))

export const hasKey = (node: TreeNode, ...keys: readonly string[]): boolean =>
  keys.some(key => node.has(fold(key)))

/** Finds the report inside an envelope. */

const deepest = 3

/**
 * The outermost matching objects, all at one depth: the root or up to three levels below. Wide files are
 * searched only in part.
 */
export const findAllNearest = (tree: Tree, isAskedFor: (node: TreeNode) => boolean): TreeNode[] => {
  let level = asList(tree)
  for (let depth = 0; depth <= deepest && level.length > 0; depth += 1) {
    const found = level.filter(isAskedFor)
    if (found.length > 0) return found
    level = level.slice(0, 100).flatMap(node => [...node.values()].flatMap(one => asList(one)).slice(0, 200))
  }
  return []
}

export const findNearest = (tree: Tree, isAskedFor: (node: TreeNode) => boolean): TreeNode | undefined =>
  findAllNearest(tree, isAskedFor)[0]

export const findHolder = (tree: Tree, key: string): TreeNode | undefined =>
  findNearest(tree, node => node.has(key))
