/** `npm test` runs every step in order; `npm run test:unit`, `test:server` and `test:e2e` run the steps of that part. */
import { build } from './build.mjs'
import { failuresOf, reportersOf } from './failures.mjs'
import { findPostgres, startPostgres } from './postgres.mjs'
import { prepare, programOf } from './prepare.mjs'
import { exitOf, isStopping, start } from './run.mjs'

const prepared = await prepare({ tools: true })

/** Runs the runtime to its end: 'passed' or 'failed'. */
const run = async (parameters, more = {}) =>
  (await exitOf(start(prepared.node, parameters, { env: { ...prepared.env, ...more } }))) === 0
    ? 'passed'
    : 'failed'

const runProgram = ([program, ...parameters], more) =>
  run([programOf(...program.split(':')), ...parameters], more)

const vitest = (step, project, more) =>
  runProgram(['vitest', 'run', '--project', project, ...reportersOf(step)], { NODE_ENV: 'test', ...more })

const postgresPrograms = process.env.TEST_POSTGRES === 'off' ? undefined : findPostgres()

/** All server tests run on PostgreSQL if it is there, and then only a part of them on the embedded database too. */
const serverOnEmbedded = step =>
  vitest(step, 'server', postgresPrograms ? { TEST_BESIDE_POSTGRES: 'true' } : {})

const serverOnPostgres = async step => {
  if (!postgresPrograms) {
    console.log(
      'PostgreSQL 15 or newer is not installed here, or TEST_POSTGRES is off: the server tests ran on the embedded database only.',
    )
    return 'not run'
  }
  const postgres = await startPostgres(postgresPrograms)
  try {
    return await vitest(step, 'server', { TEST_DATABASE_URL: postgres.url })
  } finally {
    await postgres.stop()
  }
}

/** In this order. A step whose `after` did not pass is not run. */
const steps = [
  { name: 'Types', run: () => runProgram(['typescript:tsc', '-b']) },
  {
    name: 'Format',
    run: () => runProgram(['@biomejs/biome:biome', 'check', '--error-on-warnings', '.']),
  },
  { name: 'Lint', run: () => runProgram(['oxlint']) },
  { name: 'Dead code', run: () => runProgram(['knip']) },
  { name: 'Unit', part: 'unit', run: step => vitest(step, 'unit') },
  { name: 'Server, embedded database', part: 'server', run: serverOnEmbedded },
  { name: 'Server, PostgreSQL', part: 'server', run: serverOnPostgres },
  { name: 'Web page', part: 'e2e', run: async () => ((await build(prepared)) === 0 ? 'passed' : 'failed') },
  { name: 'Size of the page', after: 'Web page', run: () => runProgram(['size-limit']) },
  {
    name: 'Browser',
    part: 'e2e',
    after: 'Web page',
    run: () => runProgram(['@playwright/test:playwright', 'test'], { NODE_ENV: 'test' }),
  },
]

const parts = [...new Set(steps.flatMap(({ part }) => part ?? []))]
const [asked] = process.argv.slice(2)
if (asked && !parts.includes(asked)) {
  console.error(
    `There is no part "${asked}"; there are ${parts.join(', ')}, and without a name everything runs.`,
  )
  process.exit(1)
}

const outcomes = new Map()
for (const step of steps.filter(({ part }) => !asked || part === asked)) {
  console.log(`\n── ${step.name} ${'─'.repeat(60 - step.name.length)}`)
  const began = Date.now()
  const outcome =
    outcomes.get(step.after) === 'failed' || isStopping()
      ? 'not run'
      : await step.run(step.name).catch(brokenOff)
  outcomes.set(step.name, outcome)
  console.log(`── ${step.name}: ${outcome}, ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

const [passed, failed, notRun] = ['passed', 'failed', 'not run'].map(outcome =>
  [...outcomes].filter(([, its]) => its === outcome).map(([name]) => name),
)
if (notRun.length) console.log(`\nNot run: ${notRun.join('; ')}`)
for (const name of failed) console.log(['', `Failed: ${name}`, ...failuresOf(name)].join('\n\n'))
console.log(`\n${passed.length} steps passed, ${failed.length} failed`)
process.exitCode = failed.length || isStopping() ? 1 : 0

function brokenOff(failure) {
  console.error(failure.message)
  return 'failed'
}
