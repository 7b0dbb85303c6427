import { boot, type OpenServer } from '#platform/boot.ts'
import { type Config, readConfig } from '#platform/config/config.ts'
import { createLog, type Log } from '#platform/telemetry/log.ts'
import { exitWithError } from './exit.ts'

export type CommandContext = Omit<OpenServer, 'close'> & { config: Config; log: Log }

/** Runs an operator's command: reads its command line, opens the database and the keyring, and closes them at the end. */
export const runCommand = async <Command>(
  parse: () => Command,
  run: (command: Command, context: CommandContext) => Promise<void>,
): Promise<void> => {
  process.umask(0o077)
  try {
    const command = parse()
    const config = readConfig(process.env)
    const log = createLog(config.logLevel, process.stderr)
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
