import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { chanceOf } from '#test/support/chance.ts'
import { lineOf, openLoad } from '../harness/open-load.ts'
import type { Options, Report } from '../scenario.ts'
import { migrating } from './migrate-process.ts'
import type { StartingPoint } from './starting-points.ts'

/** Statements of the first release, with its columns. */
const writes = [
  'update users set last_seen_at = now() where id = (select id from users offset floor(random() * 1000) limit 1)',
  'update sessions set last_seen_at = now() where id = (select id from sessions limit 1)',
  'update disputes set type = type where id = (select id from disputes limit 1)',
  `insert into audit_events (id, at, act, outcome, actor, user_id, address_prefix, request_id, kept_until)
    select gen_random_uuid(), now(), act, outcome, actor, user_id, address_prefix, request_id, kept_until
    from audit_events limit 1`,
  `insert into code_challenges (id, phone_index, code_mac, sent_at, tries)
    select gen_random_uuid(), phone_index, code_mac, now(), 0 from code_challenges limit 1`,
] as const

const MAX_WAIT_MS = 1_000

/** Migrates a database of the first release while statements of that release write to it, with a server's timeouts. */
export const writingMeanwhile = async (
  point: StartingPoint,
  { seed, count }: Options,
  report: Report,
): Promise<void> => {
  const chance = chanceOf(seed)
  const database = await point.copy()
  // The same as in a server (`src/platform/db/database.ts`).
  const pool = new pg.Pool({
    connectionString: database.settings.DATABASE_URL,
    max: 20,
    statement_timeout: 5_000,
    lock_timeout: MAX_WAIT_MS,
  })
  let ended = false
  // A closed pool may still have connections closing; dropping the database ends them.
  pool.on('error', error => {
    if (!ended) throw error
  })
  const failed: string[] = []
  const load = openLoad(count('rate'), () =>
    pool.query(chance.one(writes)).then(
      () => 200,
      (error: unknown) => {
        failed.push(String(error))
        return 500
      },
    ),
  )
  try {
    await delay(5_000)
    report.figure('writes before', lineOf(load.stretch()))
    const { code, said } = await migrating(database)
    await delay(2_000)
    const stretch = await load.stop()
    report.figure('writes during and after', lineOf(stretch))
    report.must('migrated during writes', code === 0, code === 0 ? 'yes' : said)
    report.must('writes of the first release that failed', failed.length === 0, failed[0] ?? 0)
    report.must(
      `the longest write took at most ${MAX_WAIT_MS} ms`,
      stretch.slowest <= MAX_WAIT_MS,
      `${stretch.slowest.toFixed(0)} ms`,
    )
  } finally {
    ended = true
    await pool.end()
    await database.close()
  }
}
