/** `npm test` runs every step; `npm run test:unit`, `test:server` and `test:e2e` run the steps of that part. */
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { builtServer } from './build.mjs'
import { failuresOf, reportersOf } from './failures.mjs'
import { folderInMemory } from './memory.mjs'
import { findPostgres, startPostgres } from './postgres.mjs'
import { prepare, programOf } from './prepare.mjs'
import { exitOf, isStopping, start } from './run.mjs'

const [asked] = process.argv.slice(2)
const began = Date.now()
const prepared = await prepare({ tools: true })
const preparedIn = Date.now() - began
// Tests that start the server start the build, like operators.
prepared.env.BUILT_SERVER = path.dirname(builtServer)

/** Runs a script or a package's program to its end: 'passed' or 'failed'. `held`: its output is printed when it ends. */
const run = async ([program, ...parameters], { env = {}, held = false } = {}) => {
  const file = program.endsWith('.mjs') ? program : programOf(...program.split(':'))
  const child = start(prepared.node, [file, ...parameters], {
    env: { ...prepared.env, ...env },
    ...(held && { stdio: ['ignore', 'pipe', 'pipe'] }),
  })
  const printed = held ? Promise.all([text(child.stdout), text(child.stderr)]) : []
  const code = await exitOf(child)
  const words = (await printed).join('')
  return { outcome: code === 0 ? 'passed' : 'failed', words }
}

const vitest = (step, parts, more = {}) => {
  const projects = parts.flatMap(part => ['--project', `${part}*`])
  return run(['vitest', 'run', ...projects, ...reportersOf(step)], { env: { NODE_ENV: 'test', ...more } })
}

const postgresPrograms = process.env.TEST_POSTGRES === 'off' ? undefined : findPostgres()

/**
 * Where PostgreSQL keeps the tests' databases: in memory, if there is ten times what concurrent tests need. Each test file
 * copies and drops a database of a thousand files, and where many were just deleted, ext4 takes several times as long as
 * PostgreSQL to create files.
 */
const folderOfDatabases = () => folderInMemory(2 * 1024 ** 3) ?? tmpdir()

let postgres

/** Runs tests with the setting that names a PostgreSQL server of this run, or none where it is not installed. */
const withPostgres = async runTests => {
  if (postgresPrograms) postgres ??= await startPostgres(postgresPrograms, { within: folderOfDatabases() })
  return runTests(postgres && { TEST_DATABASE_URL: postgres.socketUrl })
}

/**
 * The unit tests, the server tests, or both in one run, so that waiting tests leave the CPU to others. All server tests run
 * on PostgreSQL if available, and then only some of them also on the embedded database (`vitest.config.ts`).
 */
const unitAndServer = step => {
  const parts = asked ? [asked] : ['unit', 'server']
  return parts.includes('server')
    ? withPostgres(database => vitest(step, parts, database))
    : vitest(step, parts)
}

/** The journeys, on PostgreSQL if available. */
const browser = () =>
  withPostgres(database =>
    run(['@playwright/test:playwright', 'test'], { env: { NODE_ENV: 'test', ...database } }),
  )

/** For programs in Go, which spend a fifth of their time collecting garbage otherwise. */
const collectSeldom = { GOGC: '200' }

/**
 * Steps that are `parallel` run first, two at a time, because none keeps two CPUs busy to its end; the rest in this
 * order. A step whose `after` failed is skipped.
 */
const steps = [
  {
    name: 'Types',
    parallel: true,
    // More checkers of one project compute the types that they share several times.
    run: how =>
      run(['typescript:tsc', '-b', '--checkers', '1', '--builders', '2'], { ...how, env: collectSeldom }),
  },
  {
    name: 'Build',
    parallel: true,
    parts: ['server', 'e2e'],
    run: how => run(['scripts/build-all.mjs'], how),
  },
  { name: 'Dead code', parallel: true, run: how => run(['knip'], how) },
  { name: 'Lint', parallel: true, run: how => run(['oxlint'], { ...how, env: collectSeldom }) },
  {
    name: 'Format',
    parallel: true,
    run: how => run(['@biomejs/biome:biome', 'check', '--error-on-warnings', '.'], how),
  },
  {
    name: 'Unit and server',
    parts: ['unit', 'server'],
    after: 'Build',
    run: () => unitAndServer('Unit and server'),
  },
  { name: 'Size of the page', after: 'Build', run: () => run(['size-limit']) },
  {
    name: 'Browser',
    parts: ['e2e'],
    after: 'Build',
    run: browser,
  },
]

const known = [...new Set(steps.flatMap(({ parts = [] }) => parts))]
if (asked && !known.includes(asked)) {
  console.error(
    `There is no part "${asked}"; there are ${known.join(', ')}, and without a name everything runs.`,
  )
  process.exit(1)
}

const outcomes = new Map()
const durations = new Map()

const seconds = milliseconds => `${(milliseconds / 1000).toFixed(1)} s`

const perform = async step => {
  const title = () => console.log(`\n── ${step.name} ${'─'.repeat(60 - step.name.length)}`)
  const startedAt = Date.now()
  if (!step.parallel) title()
  const { outcome, words = '' } =
    outcomes.get(step.after) === 'failed' || isStopping()
      ? { outcome: 'not run' }
      : await step.run({ held: step.parallel }).catch(brokenOff)
  outcomes.set(step.name, outcome)
  if (step.parallel) title()
  process.stdout.write(words)
  durations.set(step.name, seconds(Date.now() - startedAt))
  console.log(`── ${step.name}: ${outcome}, ${durations.get(step.name)}`)
}

/** Performs the remaining steps one after the other. */
const performAll = async left => {
  for (let step = left.shift(); step; step = left.shift()) await perform(step)
}

const chosen = steps.filter(({ parts }) => !asked || parts?.includes(asked))
const parallel = chosen.filter(step => step.parallel)
await Promise.all([performAll(parallel), performAll(parallel)])
await performAll(chosen.filter(step => !step.parallel))
await postgres?.stop()

const [passed, failed, notRun] = ['passed', 'failed', 'not run'].map(outcome =>
  [...outcomes].filter(([, its]) => its === outcome).map(([name]) => name),
)
if (notRun.length) console.log(`\nNot run: ${notRun.join('; ')}`)
if (asked !== 'unit' && !postgresPrograms)
  console.log(
    '\nPostgreSQL 15 or newer is not installed here, or TEST_POSTGRES is off: the tests ran on the embedded database only.',
  )
for (const name of failed) console.log(['', `Failed: ${name}`, ...failuresOf(name)].join('\n\n'))
const times = [['Packages', seconds(preparedIn)], ...durations].map(part => part.join(' '))
console.log(`\n${times.join(', ')}`)
console.log(`${passed.length} steps passed, ${failed.length} failed, in ${seconds(Date.now() - began)}`)
process.exitCode = failed.length || isStopping() ? 1 : 0

function brokenOff(failure) {
  console.error(failure.message)
  return { outcome: 'failed' }
}
