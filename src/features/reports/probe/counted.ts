/** Different lines in the order in which they first stand, each with how often. */
export const counted = (lines: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].map(([line, count]) => `${String(count).padStart(5)}x ${line}`)
}
