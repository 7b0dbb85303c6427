/** What a scenario receives from its command line, and what it reports. */

export type Options = {
  seed: number
  /** A numeric option. */
  count: (name: string) => number
  word: (name: string) => string
  /** Registers cleanup that runs in reverse order at the end of the scenario, however it ends. */
  later: (end: () => unknown) => void
}

/** Prints progress, figures, and whether each condition held. */
export type Report = {
  did: (line: string) => void
  figure: (what: string, value: string | number) => void
  must: (what: string, holds: boolean, found: string | number) => void
  /** Whether at least one condition was checked and all held. */
  held: () => boolean
}

export type Scenario = {
  what: string
  /** Options with their defaults; every scenario also takes `seed`. */
  options: Readonly<Record<string, string>>
  run: (options: Options, report: Report) => Promise<void>
}

/** The machine lacks something that the scenario needs; this is not a failure of the product. */
export class CannotRunHere extends Error {}

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(0)

export const printReport = (print: (line: string) => void): Report => {
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
