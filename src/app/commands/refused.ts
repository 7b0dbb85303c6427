import { AppError } from '#api/errors.ts'
import { ConfigError } from '#platform/config/config.ts'
import { errorCode } from '#platform/error-code.ts'
import { ProviderFailure } from '#providers/failure.ts'

/** Whether a command line was refused by `parseArgs`. */
export const isUsage = (error: Error): boolean => errorCode(error).startsWith('ERR_PARSE_ARGS')

/** Why a command was refused, in words; null of what is a fault of ours. */
const errorText = (error: unknown): string | null => {
  if (error instanceof ProviderFailure) return error.userMessage
  if (error instanceof ConfigError || error instanceof AppError) return error.message
  return error instanceof Error && isUsage(error) ? error.message : null
}

/** Ends an operator's command that was refused, in one line and with the code 78; anything else is thrown on. */
export const exitWithError = (error: unknown): void => {
  const words = errorText(error)
  if (words === null) throw error
  console.error(`Fairfile: ${words}`)
  process.exitCode = 78
}
