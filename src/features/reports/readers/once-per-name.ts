/** More distinct names than any format has. */
const KEPT = 1_000

/** Memoizes a function of a name: a document has few distinct names of elements and keys, which repeat often. */
export const oncePerName = <T extends string | boolean | object>(
  compute: (name: string) => T,
): ((name: string) => T) => {
  const known = new Map<string, T>()
  return name => {
    const before = known.get(name)
    if (before !== undefined) return before
    // A hostile document may have any number of them.
    if (known.size >= KEPT) known.clear()
    const found = compute(name)
    known.set(name, found)
    return found
  }
}
