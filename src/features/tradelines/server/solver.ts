import { performance } from 'node:perf_hooks'
import loadHighs from 'highs'
import { formatLp, type IntegerProgram, type Solution, type Solve } from '../integer-program.ts'

/** HiGHS, the kept solver, told to be exact: its usual gap of a hundredth of a percent is not. */

export type Solver = {
  /** A way to solve, with one allowance of time for everything that it is asked. It blocks its thread. */
  within: (milliseconds: number) => Solve
}

const answerOf = ({ upper }: IntegerProgram, columns: Record<string, { Primal?: number }>): Solution => ({
  kind: 'optimal',
  values: upper.map((_most, index) => Math.round(columns[`x${index}`]?.Primal ?? 0)),
})

/** Loads the solver; that takes some tens of milliseconds. */
export const loadSolver = async (): Promise<Solver> => {
  const highs = await loadHighs()
  return {
    within: milliseconds => {
      const end = performance.now() + milliseconds
      return programme => {
        if (programme.upper.length === 0)
          return {
            kind: programme.constraints.some(({ atLeast }) => atLeast > 0) ? 'infeasible' : 'optimal',
            values: [],
          }
        const seconds = (end - performance.now()) / 1_000
        if (seconds <= 0) return { kind: 'stopped' }
        const solution = highs.solve(formatLp(programme), {
          time_limit: seconds,
          mip_rel_gap: 0,
          // Objectives are whole numbers: two that are less than one apart are equal.
          mip_abs_gap: 0.5,
          output_flag: false,
        })
        if (solution.Status === 'Infeasible') return { kind: 'infeasible' }
        return solution.Status === 'Optimal' ? answerOf(programme, solution.Columns) : { kind: 'stopped' }
      }
    },
  }
}
