import { asList, type Tree, type TreeNode } from './json.ts'

/** Finds where in an envelope a report lies. */

const deepest = 3

/** The nearest objects that are asked for, all at one depth: the root, or up to three below it. Wide files are searched in part. */
export const findAllNearest = (tree: Tree, isAskedFor: (node: TreeNode) => boolean): TreeNode[] => {
  let level = asList(tree)
  for (let depth = 0; depth <= deepest && level.length > 0; depth += 1) {
    const found = level.filter(isAskedFor)
    if (found.length > 0) return found
    level = level.slice(0, 100).flatMap(node => [...node.values()].flatMap(one => asList(one)).slice(0, 200))
  }
  return []
}

/** The nearest object that is asked for. */
export const findNearest = (tree: Tree, isAskedFor: (node: TreeNode) => boolean): TreeNode | undefined =>
  findAllNearest(tree, isAskedFor)[0]

/** The nearest object that has a key. */
export const findHolder = (tree: Tree, key: string): TreeNode | undefined =>
  findNearest(tree, node => node.has(key))
