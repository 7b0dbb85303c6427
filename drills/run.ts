/**
 * `npm run drill -- <name> [--options]`: ways in which things go wrong, made on this machine with real processes on
 * loopback, and judged by what was acknowledged (docs/decisions/0025-drills.md). Exit code 0: everything held; 1: something
 * did not; 2: the drill cannot be made here.
 */
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { blackout } from './blackout.ts'
import { clock } from './clock.ts'
import { disk } from './disk.ts'
import { drain } from './drain.ts'
import { type Drill, NotHere } from './drill.ts'
import { postgres } from './postgres.ts'
import { reportTo } from './report.ts'
import { restore } from './restore.ts'
import { rolling } from './rolling.ts'
import { rotate } from './rotate.ts'
import { soak } from './soak.ts'
import { writes } from './writes.ts'

const drills: Readonly<Record<string, Drill>> = {
  writes,
  postgres,
  rolling,
  drain,
  clock,
  disk,
  blackout,
  soak,
  restore,
  rotate,
}

const say = (line: string) => console.log(line)

const shown = ({ options }: Drill) =>
  Object.entries(options)
    .map(([name, value]) => `[--${name} ${value}]`)
    .join(' ')

const [name = '', ...rest] = process.argv.slice(2)
const drill = drills[name]
if (!drill) {
  if (name !== '') console.error(`There is no drill ${name}.`)
  say('npm run drill -- <name> [--seed 7] [--options]')
  for (const [each, known] of Object.entries(drills))
    say(`  ${each.padEnd(9)} ${known.what}\n${' '.repeat(12)}${shown(known)}`)
  process.exit(name === '' ? 0 : 2)
}

const optionsOf = (known: Drill) => {
  const seed = String(1 + (Date.now() % 1_000_000))
  const defaults: Record<string, string> = { ...known.options, seed }
  const { values } = parseArgs({
    args: rest,
    options: Object.fromEntries(
      Object.entries(defaults).map(([option, value]) => [
        option,
        { type: 'string' as const, default: value },
      ]),
    ),
  })
  const word = (option: string) => values[option] ?? ''
  const count = (option: string) => {
    const number = Number(word(option))
    if (!Number.isFinite(number) || number < 0) throw new Error(`--${option} must be a number`)
    return number
  }
  return { seed: count('seed'), word, count }
}

const ends: (() => unknown)[] = []
const endAll = async () => {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end()
}
const broken = (error: unknown) => {
  console.error(error)
  return 1
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(
    signal,
    () =>
      void endAll()
        .catch(broken)
        .then(() => process.exit(1)),
  )

const make = async (): Promise<number> => {
  const given = { ...optionsOf(drill), later: (end: () => unknown) => void ends.push(end) }
  const report = reportTo(say)
  say(`${name}, seed ${given.seed}: ${drill.what}`)
  say(`Node ${process.versions.node}, ${cpus().length} processors, ${cpus()[0]?.model ?? 'of unknown kind'}`)
  await drill.run(given, report)
  const held = report.held()
  say(`${name}, seed ${given.seed}: ${held ? 'held' : 'BROKEN'}`)
  return held ? 0 : 1
}

const code = await make().catch((error: unknown) => {
  if (!(error instanceof NotHere)) return broken(error)
  console.error(`${name} was not made: ${error.message}.`)
  return 2
})
await endAll()
process.exit(code)
