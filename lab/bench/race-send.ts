import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { deriveMailJobId } from '#features/mailing/server/mail-requests.ts'
import { fakeLobKey } from '#test/fakes/fake-lob.ts'
import { fakeLobSecret } from '#test/fakes/fake-post-webhooks.ts'
import { disputesToMail } from '#test/support/mailing/chaos-letters.ts'
import { Ledger, MailJobList } from '#test/support/mailing/chaos-verdict.ts'
import { runServer } from '#test/support/run-server.ts'
import { fromCommandLine, numberAsked } from '../../scripts/command-line.ts'
import { findPostgres, startPostgres } from '../../scripts/postgres.mjs'
import { say } from './measure.ts'

/**
 * `npm run race:send -- [--disputes 200] [--at-once 50]`: every dispute is sent by so many requests at one moment, half of
 * them at each of two servers on PostgreSQL. There must be one mailing and one printed letter of each of its letters.
 */

const { values } = fromCommandLine(() =>
  parseArgs({
    options: {
      disputes: { type: 'string', default: '200' },
      'at-once': { type: 'string', default: '50' },
    },
  }),
)
const disputesAsked = fromCommandLine(() => numberAsked('disputes', values.disputes))
const atOnce = fromCommandLine(() => numberAsked('at-once', values['at-once']))
const PATIENCE_MS = 120_000

const programs = findPostgres()
if (!programs) throw new Error('PostgreSQL 15 or newer is not installed here')
const database = await startPostgres(programs)
const folder = mkdtempSync(join(tmpdir(), 'fairfile-race-'))
const post = await runServer({ FASTER: '1' }, ['test/fakes/post-process.ts'])
const read = async (url: string): Promise<unknown> => (await fetch(url)).json()
const ledger = async () => Ledger.parse(await read(`${post.url}/ledger`))
const environment = {
  LOG_LEVEL: 'error',
  NODE_ENV: 'test',
  DATA_DIR: folder,
  DATABASE_URL: database.url,
  FASTER: '1',
  LOB_API_KEY: fakeLobKey,
  LOB_WEBHOOK_SECRET: fakeLobSecret,
  LOB_BASE_URL: (await ledger()).url,
  MAIL_DAILY_CAP: '999999,999999',
}
const first = await runServer(environment, ['test/support/mailing/mail-server.ts'])
const second = await runServer(environment, ['test/support/mailing/mail-server.ts'])
const servers = [first, second]
try {
  await fetch(`${post.url}/calm`)
  const disputes = await disputesToMail(first.url, disputesAsked)
  const letters = disputes.flatMap(dispute => [...dispute.letters.keys()])
  const answers = new Map<number, number>()
  const began = Date.now()
  for (const { path, init } of disputes) {
    const sent = Array.from({ length: atOnce }, async (_, place) => {
      const { status } = await fetch(`${servers[place % 2]?.url}${path}`, init)
      answers.set(status, (answers.get(status) ?? 0) + 1)
    })
    await Promise.all(sent)
  }
  const seconds = (Date.now() - began) / 1_000
  const books = async () => MailJobList.parse(await read(`${first.url}/chaos/books`)).rows
  const until = Date.now() + PATIENCE_MS
  let rows = await books()
  while (rows.some(({ phase }) => phase !== 'submitted') && Date.now() < until) {
    await delay(500)
    rows = await books()
  }
  const printed = Map.groupBy((await ledger()).letters, ({ mailJobId }) => mailJobId)
  const wrong = letters.filter(
    id =>
      rows.filter(({ letterId }) => letterId === id).length !== 1 ||
      printed.get(deriveMailJobId(id, 1))?.length !== 1,
  )
  const told = [...answers].map(([status, count]) => `${count} times ${status}`).join(', ')
  say(
    `${disputes.length} disputes of ${letters.length} letters, each sent by ${atOnce} requests at once: ${told}, ${seconds.toFixed(0)} s`,
  )
  say(`${rows.length} mailings, ${printed.size} letters printed, ${wrong.length} not exactly once`)
  const isRight = wrong.length === 0 && rows.length === letters.length && printed.size === letters.length
  process.exitCode = isRight ? 0 : 1
} finally {
  for (const server of [...servers, post]) await server.end('SIGKILL')
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
