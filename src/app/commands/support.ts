/**
 * What support does at the command line (docs/guides/operating.md).
 *
 * `npm run support -- unlock <phone> --reason <ticket>` unlocks a phone that wrong codes have locked or switched off
 * (NIST SP 800-63B-4 section 3.2.2). `npm run support -- confirm <phone> --reason <ticket>` records that the credit-data
 * provider confirmed the user's identity, since a real one has no call for it.
 * `npm run support -- audit [--head <head>]` verifies the audit log against the server's checkpoint or the given head.
 */
import { boot } from '#platform/boot.ts'
import { readConfig } from '#platform/config/config.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { exitWithError } from './refused.ts'
import { parseSupportCommand, runSupportCommand } from './support-commands.ts'

process.umask(0o077)
try {
  const command = parseSupportCommand(process.argv.slice(2))
  const config = readConfig(process.env)
  const log = createLog(config.logLevel, process.stderr)
  const opened = await boot(config, log, () => undefined)
  try {
    const { text, exitCode } = await runSupportCommand(command, { ...opened, dataDir: config.dataDir, log })
    console.log(text)
    process.exitCode = exitCode
  } finally {
    await opened.close()
  }
} catch (error) {
  exitWithError(error)
}
