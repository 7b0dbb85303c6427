/**
 * Positions as near as can be to the wanted ones (least squares), in the same order, with at least `gap` between two
 * neighbours and all within `from` and `to`, where they fit there at all. `wanted` is ascending.
 */
export const spreadLabels = (
  wanted: readonly number[],
  gap: number,
  { from, to }: { from: number; to: number },
): number[] => {
  // With the gaps taken out the order is all that is left to keep: neighbours that would cross share their mean.
  const blocks: { sum: number; size: number }[] = []
  for (const [place, position] of wanted.entries()) {
    let block = { sum: position - place * gap, size: 1 }
    for (
      let last = blocks.at(-1);
      last && last.sum / last.size > block.sum / block.size;
      last = blocks.at(-1)
    ) {
      block = { sum: block.sum + last.sum, size: block.size + last.size }
      blocks.pop()
    }
    blocks.push(block)
  }
  const highest = to - (wanted.length - 1) * gap
  return blocks
    .flatMap(({ sum, size }) => Array.from({ length: size }, () => sum / size))
    .map((start, place) => Math.max(from, Math.min(start, highest)) + place * gap)
}
