import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import type { Options, Report } from '../scenario.ts'

/**
 * Random inputs for one part of the product, judged one by one. The same seed produces the same inputs; a failing input is
 * shrunk and printed.
 */

/** The options of every target: how many inputs, for at most how many minutes. */
export const amount = { runs: '10000', minutes: '60' } as const

/** The longest time for one input; for a large input, per this many bytes. */
const BOUND_MS = 50
const BOUND_BYTES = 100_000
/** How often a slow input is tried again: compilation or garbage collection can slow anything once. */
const AGAIN = 5
/** Only a safeguard against hanging. */
const PATIENCE_MS = 60_000
const LONGEST_SHOWN = 2_000
/** Fewer inputs than this may all have the same outcome. */
const FEW = 100

export type Trial<Input, Outcome> = {
  inputs: fc.Arbitrary<Input>
  /** What is tried and timed. */
  act: (input: Input) => Outcome | Promise<Outcome>
  /** The outcome of an input in a few words. Throws when it is wrong. */
  judge: (outcome: Outcome, input: Input) => string | Promise<string>
  /** An input as a failure prints it. */
  shown?: (input: Input) => string
  /** The size of an input in bytes, if it may be large. */
  sizeOf?: (input: Input) => number
  /** False for targets that wait for a database or another process: their time depends on more than the input. */
  bounded?: boolean
}

/** Processor time of this thread in milliseconds, unaffected by other programs. */
const worked = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const timed = async (act: () => unknown): Promise<number> => {
  const began = worked()
  await act()
  return worked() - began
}

const fastest = async (act: () => unknown): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let again = 0; again < AGAIN; again += 1) least = Math.min(least, await timed(act))
  return least
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

/** An input as it is printed; a long one is written to a file. */
const printed = (input: string): string => {
  if (input.length <= LONGEST_SHOWN) return input
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'fairfile-fuzz-')), 'input.txt')
  writeFileSync(file, input)
  return `in ${file}`
}

/** Tries a target with the requested number of inputs and reports the outcomes. */
export const tryAll = async <Input, Outcome>(
  { seed, count }: Options,
  report: Report,
  { inputs, act, judge, shown = fc.stringify, sizeOf = () => 0, bounded = true }: Trial<Input, Outcome>,
): Promise<void> => {
  const became = new Map<string, number>()
  let slowest = 0
  const tried = async (input: Input): Promise<string> => {
    const began = worked()
    const outcome = await act(input)
    const took = worked() - began
    const allowed = BOUND_MS * Math.max(1, sizeOf(input) / BOUND_BYTES)
    if (bounded && took > Math.min(slowest, allowed)) {
      const surely = Math.min(took, await fastest(() => act(input)))
      if (surely > allowed) throw new Error(`took ${surely.toFixed(0)} ms, the fastest of ${AGAIN} times`)
      slowest = Math.max(slowest, surely)
    }
    return judge(outcome, input)
  }
  // The last failing input is the smallest; nothing is counted during shrinking.
  const failing: Input[] = []
  const one = async (input: Input) => {
    try {
      const end = await tried(input)
      if (failing.length === 0) became.set(end, (became.get(end) ?? 0) + 1)
    } catch (error) {
      failing.push(input)
      throw error
    }
  }
  const began = performance.now()
  const runs = count('runs')
  const found = await fc.check(fc.asyncProperty(inputs, one), {
    numRuns: runs,
    seed,
    plugins: [
      fc.timeout(PATIENCE_MS),
      fc.interruptAfterTimeLimit(count('minutes') * 60_000, { failOnInterrupt: false }),
    ],
  })
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  const made = found.numRuns < runs && !found.failed ? `${found.numRuns} of ${runs}` : String(found.numRuns)
  report.figure('inputs', `${made}, ${seconds} s`)
  for (const [end, times] of [...became].toSorted(([, a], [, b]) => b - a)) report.figure(end, times)
  if (bounded) report.figure('slowest', `${slowest.toFixed(1)} ms`)
  if (found.failed) {
    for (const smallest of failing.slice(-1)) report.figure('input', printed(shown(smallest)))
    report.figure('reproduce with', `--seed ${seed}, input ${found.numRuns}`)
    report.figure('why', messageOf(found.errorInstance))
  }
  const lines = bounded
    ? `nothing uncaught, nothing wrong, nothing over ${BOUND_MS} ms (of large inputs: for each ${BOUND_BYTES / 1_000} kB)`
    : 'nothing uncaught, nothing wrong'
  report.must(lines, !found.failed, `${found.numRuns} inputs`)
  if (found.numRuns >= FEW)
    report.must('not all inputs had the same outcome', became.size > 1, `${became.size} ends`)
}
