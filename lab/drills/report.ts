/** What a drill prints: what was done, figures, and of each thing that must hold whether it did. */
export type Report = {
  /** What is being done, with the seconds since the drill began. */
  did: (line: string) => void
  figure: (what: string, value: string | number) => void
  /** One thing that must hold, and what was found. */
  must: (what: string, holds: boolean, found: string | number) => void
  /** Whether everything held that must, and anything was looked at. */
  held: () => boolean
}

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(0)

/** A report that is printed line by line, while the drill is under way. */
export const reportTo = (print: (line: string) => void): Report => {
  const began = performance.now()
  const outcomes: boolean[] = []
  return {
    did: line => print(`${seconds(began).padStart(6)} s  ${line}`),
    figure: (what, value) => print(`          ${what}: ${value}`),
    must: (what, holds, found) => {
      outcomes.push(holds)
      print(`  ${holds ? 'held   ' : 'BROKEN '} ${what}: ${found}`)
    },
    held: () => outcomes.length > 0 && outcomes.every(Boolean),
  }
}
