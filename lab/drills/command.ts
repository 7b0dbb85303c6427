import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { fromCommandLine, numberAsked } from '../../scripts/command-line.ts'
import { type Drill, NotHere } from './drill.ts'
import { reportTo } from './report.ts'

/**
 * A command line of drills: `npm run <command> -- <name> [--options]`. Exit code 0: everything held; 1: something did not; 2:
 * it cannot be made here.
 */

const say = (line: string) => console.log(line)

const shown = ({ options }: Drill) =>
  Object.entries(options)
    .map(([name, value]) => `[--${name} ${value}]`)
    .join(' ')

const list = (command: string, drills: Readonly<Record<string, Drill>>) => {
  const width = Math.max(...Object.keys(drills).map(name => name.length))
  say(`npm run ${command} -- <name> [--seed 7] [--options]`)
  for (const [each, known] of Object.entries(drills))
    say(`  ${each.padEnd(width)} ${known.what}\n${' '.repeat(width + 3)}${shown(known)}`)
}

const optionsOf = (known: Drill, given: string[]) => {
  const seed = String(1 + (Date.now() % 1_000_000))
  const defaults: Record<string, string> = { ...known.options, seed }
  const { values } = parseArgs({
    args: given,
    options: Object.fromEntries(
      Object.entries(defaults).map(([option, value]) => [
        option,
        { type: 'string' as const, default: value },
      ]),
    ),
  })
  const word = (option: string) => values[option] ?? ''
  const count = (option: string) => numberAsked(option, word(option))
  // What is no number is refused before anything is begun.
  for (const [option, value] of Object.entries(defaults)) if (Number.isFinite(Number(value))) count(option)
  return { seed: count('seed'), word, count }
}

const broken = (error: unknown) => {
  console.error(error)
  return 1
}

/** What the figures belong to: when, where, and how much else the machine had to do when the drill began. */
const circumstances = () => {
  const [busy = 0] = loadavg()
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
  say(
    `${date} UTC, Node ${process.versions.node}, ${cpus().length} processors, ${cpus()[0]?.model ?? 'of unknown kind'}, load ${busy.toFixed(1)} before`,
  )
}

/** Makes the drill that the command line names, and ends the process. */
export const runCommand = async (
  command: string,
  drills: Readonly<Record<string, Drill>>,
): Promise<never> => {
  const [name = '', ...rest] = process.argv.slice(2)
  const drill = drills[name]
  if (!drill) {
    if (name !== '') console.error(`There is no ${command} ${name}.`)
    list(command, drills)
    process.exit(name === '' ? 0 : 2)
  }
  const options = fromCommandLine(() => optionsOf(drill, rest))
  const ends: (() => unknown)[] = []
  const endAll = async () => {
    for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end()
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
    const given = { ...options, later: (end: () => unknown) => void ends.push(end) }
    const report = reportTo(say)
    say(`${name}, seed ${given.seed}: ${drill.what}`)
    say(`npm run ${command} -- ${process.argv.slice(2).join(' ')}`)
    circumstances()
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
}
