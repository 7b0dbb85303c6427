import { isUsage } from '#app/commands/run-command.ts'

/** What a command line asks for, in words where it cannot be followed. */

/** A command line that cannot be followed, and why. */
class Misused extends Error {}

const isMisused = (error: unknown): error is Error =>
  error instanceof Misused || (error instanceof Error && isUsage(error))

/** The number that an option names, 0 or more. */
export const numberAsked = (option: string, value: string): number => {
  const number = value.trim() === '' ? Number.NaN : Number(value)
  if (Number.isFinite(number) && number >= 0) return number
  throw new Misused(`--${option} must be a number, 0 or more.`)
}

/** Reads a command line; one that cannot be followed ends the process in one line and with the code 2. */
export const fromCommandLine = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (!isMisused(error)) throw error
    console.error(error.message)
    process.exit(2)
  }
}
