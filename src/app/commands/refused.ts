import { Refusal } from '#api/errors.ts'
import { ConfigError } from '#platform/config/config.ts'
import { codeOf } from '#platform/error-code.ts'
import { ProviderFailure } from '#providers/failure.ts'

/** Whether a command line was refused by `parseArgs`. */
export const isUsage = (error: Error): boolean => codeOf(error).startsWith('ERR_PARSE_ARGS')

/** Why a command was refused, in words; null of what is a fault of ours. */
const wordsOf = (error: unknown): string | null => {
  if (error instanceof ProviderFailure) return error.words
  if (error instanceof ConfigError || error instanceof Refusal) return error.message
  return error instanceof Error && isUsage(error) ? error.message : null
}

/** Ends an operator's command that was refused, in one line and with the code 78; anything else is thrown on. */
export const endRefused = (error: unknown): void => {
  const words = wordsOf(error)
  if (words === null) throw error
  console.error(`Fairfile: ${words}`)
  process.exitCode = 78
}
