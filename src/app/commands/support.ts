/**
 * Support's command-line tools (docs/guides/operating.md).
 *
 * `npm run support -- unlock <phone> --reason <ticket>` unlocks a phone that wrong codes have locked or switched off
 * (NIST SP 800-63B-4 section 3.2.2). `npm run support -- confirm <phone> --reason <ticket>` confirms the
 * user's identity as staff; the ticket is the evidence.
 * `npm run support -- audit [--head <head>]` verifies the audit log against the server's checkpoint or the given head.
 */
import { runCommand } from './run-command.ts'
import { parseSupportCommand, runSupportCommand } from './support-commands.ts'

await runCommand(
  () => parseSupportCommand(process.argv.slice(2)),
  async (command, context) => {
    const { clock: _, ...config } = context.config
    const { text, exitCode } = await runSupportCommand(command, { ...config, ...context })
    console.log(text)
    process.exitCode = exitCode
  },
)
