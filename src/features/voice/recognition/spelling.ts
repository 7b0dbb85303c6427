/** From this length on a word forgives one wrong, missing, added or swapped letter; long words forgive two. */
const FORGIVING = 5
const LONG = 10

/** How many letters must be wrong, missing, added or swapped with a neighbour to make one word of the other; at most `most` + 1. */
export const editDistance = (one: string, other: string, most: number): number => {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const same = one[at - 1] === other[to - 1]
      const swapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      next.push(
        Math.min(
          (row[to] ?? 0) + 1,
          (next[to - 1] ?? 0) + 1,
          (row[to - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (before[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = row
    row = next
  }
  return Math.min(row[other.length] ?? 0, most + 1)
}

/** Whether a word is another with a slip of the keyboard in it. The first letter is never a slip: "bill" is not "pill". */
export const isTypoOf = (word: string, known: string): boolean => {
  const shorter = Math.min(word.length, known.length)
  if (shorter < FORGIVING || word[0] !== known[0]) return false
  const most = shorter >= LONG ? 2 : 1
  return editDistance(word, known, most) <= most
}
