import { asList, get, isNode, rawText, type Tree, type TreeNode } from './json.ts'

/**
 * JSON whose senders differ in how they write a key: `creditProfile`, `CreditProfile`, `credit_profile`. Keys are
 * compared without case and without anything but letters and digits.
 */

const fold = (key: string): string => (key === '$' ? key : key.toLowerCase().replaceAll(/[^a-z\d]/g, ''))

/** The same tree with every key folded; of two keys that fold alike the first that holds something stays. */
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

/** The value at a path of keys, each as its format writes it, in a tree with folded keys. */
export const partAt = (tree: Tree | undefined, ...path: readonly string[]): Tree | undefined =>
  get(tree, ...path.map(fold))

/** The objects at a path of keys. */
export const listAt = (tree: Tree | undefined, ...path: readonly string[]): TreeNode[] =>
  asList(partAt(tree, ...path))

/** The text at a path of keys. */
export const rawAt = (tree: Tree | undefined, ...path: readonly string[]): string | null =>
  rawText(tree, ...path.map(fold))

/** Whether an object has one of the keys. */
export const hasKey = (node: TreeNode, ...keys: readonly string[]): boolean =>
  keys.some(key => node.has(fold(key)))
