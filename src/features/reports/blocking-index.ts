/** Finds what could match without comparing all with all: things on one shelf share a key. */

/**
 * What stands on the shelves of given keys, each once. A shelf with more than `most` is left alone: nobody has so many
 * accounts alike, and comparing them all would only cost time.
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
