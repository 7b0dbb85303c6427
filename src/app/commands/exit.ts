import { AppError } from '#api/errors.ts'
import { ConfigError } from '#platform/config/config.ts'
import { errorCode } from '#platform/error-code.ts'
import { ProviderFailure } from '#providers/failure.ts'

/** How a command ends that is refused. Commands without a database load this and no server. */

/** Whether a command line was refused by `parseArgs`. */
export const isUsage = (error: Error): boolean => errorCode(error).startsWith('ERR_PARSE_ARGS')

/** The message of a refused command; null for a bug. */
const errorText = (error: unknown): string | null => {
  if (error instanceof ProviderFailure) return error.userMessage
  if (error instanceof ConfigError || error instanceof AppError) return error.message
  return error instanceof Error && isUsage(error) ? error.message : null
}

/** Ends a refused command with one line and exit code 78; rethrows anything else. */
export const exitWithError = (error: unknown): void => {
  const words = errorText(error)
  if (words === null) throw error
  console.error(`Fairfile: ${words}`)
  process.exitCode = 78
}
