/** Finds candidate matches without comparing every pair: candidates share a key. */

/**
 * Returns the items that share any of the given keys, each once. A key with more than `most` items is
 * ignored: no real person has that many similar accounts, and comparing them all would be slow.
 */
export const buildBlockingIndex = <T>(
  items: readonly T[],
  keysOf: (item: T) => readonly string[],
  most: number,
): ((keys: readonly string[]) => T[]) => {
  const shelves = new Map<string, T[]>()
  for (const item of items) {
    for (const key of new Set(keysOf(item))) {
      const shelf = shelves.get(key)
      if (shelf) shelf.push(item)
      else shelves.set(key, [item])
    }
  }
  return keys => [
    ...new Set(
      keys.flatMap(key => {
        const shelf = shelves.get(key) ?? []
        return shelf.length > most ? [] : shelf
      }),
    ),
  ]
}
