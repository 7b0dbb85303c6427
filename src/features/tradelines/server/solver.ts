import { readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import loadHighs from 'highs'
import { formatLp, type IntegerProgram, type Solution, type Solve } from '../integer-program.ts'

/** HiGHS, configured to be exact: its default gap is a hundredth of a percent. */

export type Solver = {
  /** Solves within one time budget for all calls, and blocks its thread. */
  within: (milliseconds: number) => Solve
}

const toSolution = ({ upper }: IntegerProgram, columns: Record<string, { Primal?: number }>): Solution => ({
  kind: 'optimal',
  values: upper.map((_most, index) => Math.round(columns[`x${index}`]?.Primal ?? 0)),
})

declare global {
  /** The part that is used: Node has it, but its types do not. */
  namespace WebAssembly {
    // oxlint-disable-next-line typescript/consistent-type-definitions -- merges with the browser's
    interface Module {}
    function compile(bytes: Uint8Array): Promise<Module>
  }
}

let compiled: Promise<WebAssembly.Module> | null = null
/** Compiled once in a thread: that takes ten times as long as an ordinary plan. Each solver has separate memory. */
const compiledHighs = () => {
  compiled ??= readFile(fileURLToPath(import.meta.resolve('highs/runtime'))).then(bytes =>
    WebAssembly.compile(bytes),
  )
  return compiled
}

export const loadSolver = async (): Promise<Solver> => {
  const highs = await loadHighs({ wasmModule: await compiledHighs() })
  return {
    within: milliseconds => {
      const end = performance.now() + milliseconds
      return program => {
        if (program.upper.length === 0)
          return {
            kind: program.constraints.some(({ atLeast }) => atLeast > 0) ? 'infeasible' : 'optimal',
            values: [],
          }
        const seconds = (end - performance.now()) / 1_000
        if (seconds <= 0) return { kind: 'stopped' }
        const solution = highs.solve(formatLp(program), {
          time_limit: seconds,
          mip_rel_gap: 0,
          // Objectives are whole numbers, so values less than one apart are equal.
          mip_abs_gap: 0.5,
          output_flag: false,
        })
        if (solution.Status === 'Infeasible') return { kind: 'infeasible' }
        return solution.Status === 'Optimal' ? toSolution(program, solution.Columns) : { kind: 'stopped' }
      }
    },
  }
}
