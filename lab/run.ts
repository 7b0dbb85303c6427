import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { fromCommandLine, parseNumberOption } from '../scripts/command-line.ts'
import { deployment } from './deployment.ts'
import { deskDay } from './desk/desk-day.ts'
import { databaseOutage } from './durability/database-outage.ts'
import { erasure } from './durability/erasure.ts'
import { keyRotation } from './durability/key-rotation.ts'
import { restore } from './durability/restore.ts'
import { rollingRestart } from './durability/rolling-restart.ts'
import { writes } from './durability/writes.ts'
import { firstDay } from './first-day.ts'
import { codes } from './fuzz/codes.ts'
import { headers } from './fuzz/headers.ts'
import { multipart } from './fuzz/multipart.ts'
import { pictures } from './fuzz/pictures.ts'
import { providers } from './fuzz/providers.ts'
import { reports } from './fuzz/reports.ts'
import { savedFilesFuzz } from './fuzz/saved-files.ts'
import { savedWordsFuzz } from './fuzz/saved-words.ts'
import { sessions } from './fuzz/sessions.ts'
import { texts } from './fuzz/texts.ts'
import { webhooks } from './fuzz/webhooks.ts'
import { hostilePdfImports } from './hostile-pdfs.ts'
import { identityWays } from './identity-ways.ts'
import { isolation } from './load/isolation.ts'
import { mailRate } from './load/mail-rate.ts'
import { overload } from './load/overload.ts'
import { ratio } from './load/ratio.ts'
import { slo } from './load/slo.ts'
import { soak } from './load/soak.ts'
import { upload } from './load/upload.ts'
import { webhook } from './load/webhook.ts'
import { mailChaos } from './mail/chaos.ts'
import { mailSimulation } from './mail/simulation.ts'
import { migration } from './migration/migration.ts'
import { properties } from './properties.ts'
import { scale } from './scale.ts'
import { CannotRunHere, printReport, type Scenario } from './scenario.ts'
import { voiceEvaluation } from './voice-evaluation.ts'
import { voiceTraining } from './voice-training.ts'

/**
 * `npm run lab` lists the scenarios; `npm run lab -- <name> [--options]` runs one with real processes on loopback.
 * Exit code 0: every condition held; 1: one did not; 2: it cannot run on this machine.
 */

const scenarios: Readonly<Record<string, Scenario>> = {
  'mail-simulation': mailSimulation,
  'mail-chaos': mailChaos,
  writes,
  'database-outage': databaseOutage,
  restore,
  erasure,
  'rolling-restart': rollingRestart,
  migration,
  'key-rotation': keyRotation,
  deployment,
  'first-day': firstDay,
  'identity-ways': identityWays,
  'desk-day': deskDay,
  overload,
  slo,
  isolation,
  ratio,
  webhook,
  'mail-rate': mailRate,
  upload,
  soak,
  scale,
  properties,
  'hostile-pdfs': hostilePdfImports,
  'fuzz-codes': codes,
  'fuzz-headers': headers,
  'fuzz-multipart': multipart,
  'fuzz-pictures': pictures,
  'fuzz-providers': providers,
  'fuzz-reports': reports,
  'fuzz-saved-files': savedFilesFuzz,
  'fuzz-saved-words': savedWordsFuzz,
  'fuzz-sessions': sessions,
  'fuzz-texts': texts,
  'fuzz-webhooks': webhooks,
  'voice-evaluation': voiceEvaluation,
  'voice-training': voiceTraining,
}

const say = (line: string) => console.log(line)

const list = () => {
  const width = Math.max(...Object.keys(scenarios).map(name => name.length))
  say('npm run lab -- <name> [--seed 7] [--options]')
  for (const [name, { what, options }] of Object.entries(scenarios)) {
    const defaults = Object.entries(options).map(([option, value]) => `[--${option} ${value}]`)
    say(`  ${name.padEnd(width)} ${what}\n${' '.repeat(width + 3)}${defaults.join(' ')}`)
  }
}

const parseOptions = (scenario: Scenario, args: string[]) => {
  const defaults: Record<string, string> = { ...scenario.options, seed: String(1 + (Date.now() % 1_000_000)) }
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(
      Object.entries(defaults).map(([option, value]) => [
        option,
        { type: 'string' as const, default: value },
      ]),
    ),
  })
  const word = (option: string) => values[option] ?? ''
  const count = (option: string) => parseNumberOption(option, word(option))
  // Refuse malformed numbers before anything starts.
  for (const [option, value] of Object.entries(defaults))
    if (value !== '' && Number.isFinite(Number(value))) count(option)
  return { seed: count('seed'), word, count }
}

const printMachine = () => {
  const [busy = 0] = loadavg()
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
  say(
    `${date} UTC, Node ${process.versions.node}, ${cpus().length} processors, ${cpus()[0]?.model ?? 'unknown model'}, load ${busy.toFixed(1)} before`,
  )
}

const printFailure = (error: unknown): number => {
  console.error(error)
  return 1
}

const [name = '', ...rest] = process.argv.slice(2)
const scenario = scenarios[name]
if (!scenario) {
  if (name !== '') console.error(`There is no scenario ${name}.`)
  list()
  process.exit(name === '' ? 0 : 2)
}

const options = fromCommandLine(() => parseOptions(scenario, rest))
const ends: (() => unknown)[] = []
const endAll = async () => {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(
    signal,
    () =>
      void endAll()
        .catch(printFailure)
        .then(() => process.exit(1)),
  )

const run = async (): Promise<number> => {
  const report = printReport(say)
  say(`${name}, seed ${options.seed}: ${scenario.what}`)
  say(`npm run lab -- ${process.argv.slice(2).join(' ')}`)
  printMachine()
  await scenario.run({ ...options, later: end => void ends.push(end) }, report)
  const held = report.held()
  say(`${name}, seed ${options.seed}: ${held ? 'held' : 'BROKEN'}`)
  return held ? 0 : 1
}

const code = await run().catch((error: unknown) => {
  if (!(error instanceof CannotRunHere)) return printFailure(error)
  console.error(`${name} cannot run here: ${error.message}.`)
  return 2
})
await endAll()
process.exit(code)
