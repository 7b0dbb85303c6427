import { isUsage } from '#app/commands/run-command.ts'

/** Parsing of command lines, with a message for invalid ones. */

/** An invalid command line, and why. */
class Misused extends Error {}

const isMisused = (error: unknown): error is Error =>
  error instanceof Misused || (error instanceof Error && isUsage(error))

/** The number of an option, 0 or more. */
export const parseNumberOption = (option: string, value: string): number => {
  const number = value.trim() === '' ? Number.NaN : Number(value)
  if (Number.isFinite(number) && number >= 0) return number
  throw new Misused(`--${option} must be a number, 0 or more.`)
}

/** Reads a command line; an invalid one ends the process with one line and exit code 2. */
export const fromCommandLine = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (!isMisused(error)) throw error
    console.error(error.message)
    process.exit(2)
  }
}
