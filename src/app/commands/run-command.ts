import { AppError } from '#api/errors.ts'
import type { OpenServer } from '#platform/boot.ts'
import { type Config, ConfigError, readConfig } from '#platform/config/config.ts'
import { errorCode } from '#platform/error-code.ts'
import { createLog, type Log } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'

/** Whether `parseArgs` refused the command line. */
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

export type CommandContext = Omit<OpenServer, 'close'> & { config: Config; log: Log }

/**
 * Runs an operator's command: parses its command line, opens the database and the keyring, and closes them at the end.
 */
export const runCommand = async <Command>(
  parse: () => Command,
  run: (command: Command, context: CommandContext) => Promise<void>,
): Promise<void> => {
  process.umask(0o077)
  try {
    const command = parse()
    const config = readConfig(process.env)
    const log = createLog(config.logLevel, process.stderr)
    // Loading the database takes most of a command's start; commands that open none, or are refused, skip it.
    const { boot } = await import('#platform/boot.ts')
    const { close, ...opened } = await boot(config, log, () => undefined)
    try {
      await run(command, { ...opened, config, log })
    } finally {
      await close()
    }
  } catch (error) {
    exitWithError(error)
  }
}
