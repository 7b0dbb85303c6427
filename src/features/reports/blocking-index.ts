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
  const itemsByKey = new Map<string, T[]>()
  for (const item of items) {
    for (const key of new Set(keysOf(item))) {
      const sharing = itemsByKey.get(key)
      if (sharing) sharing.push(item)
      else itemsByKey.set(key, [item])
    }
  }
  return keys => [
    ...new Set(
      keys.flatMap(key => {
        const sharing = itemsByKey.get(key) ?? []
        return sharing.length > most ? [] : sharing
      }),
    ),
  ]
}
