/**
 * `npm run bench:people [-- <sizes>]`: how what the product asks of PostgreSQL grows with the people in it, by default
 * 1,000, 100,000 and 1,000,000. Ends with 0 when every target was met, 1 when one was not, 2 when it cannot be measured here.
 */
import { cpus } from 'node:os'
import { findPostgres, startPostgres } from '../../scripts/postgres.mjs'
import { quantile, say, timed } from './measure.ts'
import { growCrowd } from './people/crowd.ts'
import { type Done, plansIn } from './people/plans.ts'
import { furnish, openProduct } from './people/product.ts'
import { type Kind, type Question, questionsOf } from './people/questions.ts'
import { mayaPhone } from './product.ts'

/**
 * A point may take so many times as long among the most people as among the fewest, by the fastest tenth of its times, which
 * other work on the machine disturbs least. One that looks at no more pages than so many times is slower by the machine alone.
 */
const SLOWER = 2
const NOISE_MS = 1
/** A page or a sweep may take so long. */
const PATIENCE_MS = 1_000
/** A table read from end to end counts from so many rows on. */
const FEW_ROWS = 2_000

const REPEATS = 50
const LONGEST_MS = 1_500

const settings = [
  'shared_buffers=512MB',
  'max_wal_size=8GB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'full_page_writes=off',
  'autovacuum=off',
  'maintenance_work_mem=256MB',
]

type Measured = {
  name: string
  kind: Kind
  least: number
  p50: number
  p99: number
  done: Done
  failure: string | null
}

const sizes = process.argv.slice(2).map(Number)
const wanted = sizes.length > 0 ? sizes : [1_000, 100_000, 1_000_000]

const programs = findPostgres()
if (!programs) {
  console.error('PostgreSQL 15 or newer is not installed here, so nothing was measured.')
  process.exit(2)
}

const measured = async ({ ready, ask, most = REPEATS }: Question) => {
  const times: number[] = []
  const until = performance.now() + LONGEST_MS
  while (times.length < Math.min(3, most) || (times.length < most && performance.now() < until)) {
    await ready?.()
    times.push((await timed(ask)).took)
  }
  return { least: quantile(times, 0.1), p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

const count = (value: number) => Math.round(value).toLocaleString('en')
const ms = (value: number) => value.toFixed(value < 10 ? 2 : 0)

const show = ({ name, p50, p99, done, failure }: Measured) => {
  if (failure !== null) return say(`  ${name.padEnd(34)} failed: ${failure}`)
  const { statements, read, given, pages, whole } = done
  const large = whole
    .filter(({ rows }) => rows > FEW_ROWS)
    .map(({ table, rows }) => `${table} (${count(rows)})`)
  say(
    `  ${name.padEnd(34)} ${ms(p50).padStart(8)} ${ms(p99).padStart(8)} ms  ${String(statements).padStart(4)} statements, ` +
      `${count(read).padStart(9)} rows read, ${count(given).padStart(7)} given, ${count(pages).padStart(8)} pages` +
      (large.length > 0 ? `, whole: ${[...new Set(large)].join(', ')}` : ''),
  )
}

/** What a question missed of its target among the most people; null when it met it. */
const missedBy = (first: Measured, last: Measured): string | null => {
  if (last.failure !== null) return `failed: ${last.failure}`
  const [whole] = last.done.whole.filter(({ rows }) => rows > FEW_ROWS)
  if (whole && last.kind !== 'page')
    return `reads ${whole.table} from end to end: ${whole.statement.slice(0, 160)}`
  if (last.kind !== 'point') return last.p50 > PATIENCE_MS ? `takes ${ms(last.p50)} ms` : null
  const isSlower = last.least > first.least * SLOWER && last.least - first.least > NOISE_MS
  const readsMore = last.done.pages > first.done.pages * SLOWER
  return isSlower && readsMore ? `takes ${(last.least / first.least).toFixed(1)} times as long` : null
}

const cluster = await startPostgres(programs, { settings })
let met = true
try {
  say(`Node ${process.versions.node}, ${cpus().length} processors, ${cpus()[0]?.model ?? 'of unknown kind'}`)
  const opening = await timed(() => openProduct(cluster.url))
  const product = opening.result
  const { database, keyring, keySet, clock } = product
  say(`Opened an empty PostgreSQL: migrations and demo people in ${(opening.took / 1_000).toFixed(1)} s`)
  const tokens = await product.signIn(mayaPhone)
  const id = await furnish(product, tokens, await product.signInManager())
  const plans = plansIn(database.pool)
  const rounds: Measured[][] = []
  const used = new Set<number>()
  let before = 0
  for (const people of wanted) {
    const grown = await timed(() =>
      growCrowd(database, { keyring, keySet, now: clock() }, id, before, people),
    )
    before = people
    const { rows } = await database.pool.query<{ gb: number }>(
      'select pg_database_size(current_database())::float8 / 1e9 as gb',
    )
    say('')
    say(
      `${count(people)} people, ${rows[0]?.gb.toFixed(1)} GB, put in within ${(grown.took / 1_000).toFixed(0)} s`,
    )
    const maya = { id, tokens: await product.signIn(mayaPhone) }
    const asked = { product, maya, manager: await product.signInManager(), people, used }
    const round: Measured[] = []
    for (const question of questionsOf(asked)) {
      const { name, kind, ready, ask } = question
      const none: Done = { statements: 0, read: 0, given: 0, pages: 0, whole: [] }
      const one: Measured = { name, kind, least: 0, p50: 0, p99: 0, done: none, failure: null }
      try {
        // What is due is done first; what is measured is what comes every time.
        await ready?.()
        await ask()
        Object.assign(one, await measured(question))
        await ready?.()
        one.done = await plans.during(ask)
      } catch (error) {
        one.failure = error instanceof Error ? error.message.slice(0, 300) : 'unknown'
      }
      show(one)
      round.push(one)
    }
    rounds.push(round)
  }
  say('')
  const [first = []] = rounds
  for (const last of rounds.at(-1) ?? []) {
    const least = first.find(({ name }) => name === last.name) ?? last
    const missed = missedBy(least, last)
    if (missed === null) continue
    met = false
    say(`Missed: ${last.name} ${missed}`)
  }
  say(
    `Targets: a point at most ${SLOWER} times as long among ${count(before)} people as among ${count(wanted[0] ?? 0)}, a page or a sweep`,
  )
  say(
    `at most ${PATIENCE_MS} ms, and none but a page reads a table that grows from end to end: ${met ? 'met' : 'not met'}.`,
  )
  await product.close()
} finally {
  await cluster.stop()
}
process.exitCode = met ? 0 : 1
