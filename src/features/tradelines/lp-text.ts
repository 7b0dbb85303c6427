import type { IntegerProgram } from './integer-program.ts'

/** An integer programme as text in the LP format, which HiGHS reads (lp_solve calls it CPLEX LP format). */

const PER_LINE = 8

/** A sum, broken into lines. A sum without terms still names a variable, as the format asks. */
const sumOf = (coefficients: readonly number[]): string => {
  const terms = coefficients.flatMap((one, index) =>
    one === 0 ? [] : [`${one < 0 ? '-' : '+'} ${Math.abs(one)} x${index}`],
  )
  const lines = Array.from({ length: Math.ceil(terms.length / PER_LINE) }, (_none, line) =>
    terms.slice(line * PER_LINE, (line + 1) * PER_LINE).join(' '),
  )
  return terms.length === 0 ? '0 x0' : lines.join('\n ')
}

/**
 * The text. A sum of whole numbers that is more than a whole number less one half is at least that number, so each bound
 * stands half below itself: what a solver's fractions lack or have too much makes no difference.
 */
export const formatLp = ({ objective, upper, rows }: IntegerProgram): string => {
  const names = upper.map((_most, index) => `x${index}`)
  const lines = (texts: readonly string[]) => texts.join('\n ')
  return [
    'Minimize',
    ` obj: ${sumOf(objective)}`,
    'Subject To',
    ...rows.map(
      ({ coefficients, atLeast }, index) => ` r${index}: ${sumOf(coefficients)} >= ${atLeast - 0.5}`,
    ),
    'Bounds',
    ` ${lines(upper.map((most, index) => `0 <= x${index} <= ${most}`))}`,
    'General',
    ` ${lines(names)}`,
    'End',
    '',
  ].join('\n')
}
