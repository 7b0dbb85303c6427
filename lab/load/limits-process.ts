import { createServer } from 'node:http'
import { openEmbedded, openPostgres } from '#platform/db/database.ts'

/**
 * The reference servers that the product is compared with, with their own database and pool: `/b0` returns 1 KB, `/b1` reads
 * it from one row by its primary key, and `POST /rows` writes rows, each in its own transaction, as fast as possible
 * (`?at-once=&seconds=`), and returns how many a second.
 */

const stop = (error: Error) => {
  throw error
}
const { DATABASE_URL: url, DATA_DIR: folder = '', PORT } = process.env
const { pool } = url ? await openPostgres(url, stop) : await openEmbedded({ folder }, stop)

const body = 'x'.repeat(1024)
const ROWS = 1_000
await pool.query('create table if not exists bare_rows (id int primary key, body text not null)')
await pool.query('create table if not exists bare_news (id bigserial primary key, body text not null)')
await pool.query(
  'insert into bare_rows select n, $1 from generate_series(1, $2::int) n on conflict do nothing',
  [body, ROWS],
)

/** About as much as the product stores for a provider's call. */
const news = 'x'.repeat(200)

const written = async (atOnce: number, seconds: number): Promise<number> => {
  const until = performance.now() + seconds * 1_000
  let rows = 0
  const writer = async () => {
    while (performance.now() < until) {
      await pool.query('insert into bare_news (body) values ($1)', [news])
      rows += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, writer))
  return rows / seconds
}

let asked = 0
const read = async (): Promise<string> => {
  asked += 1
  const { rows } = await pool.query<{ body: string }>('select body from bare_rows where id = $1', [
    1 + (asked % ROWS),
  ])
  return rows[0]?.body ?? ''
}

const answers: Readonly<Record<string, (query: URLSearchParams) => string | Promise<string>>> = {
  '/readyz': () => 'ok',
  '/b0': () => body,
  '/b1': read,
  '/rows': async query => String(await written(Number(query.get('at-once')), Number(query.get('seconds')))),
}

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const answer = (text: string) =>
    response
      .writeHead(200, { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(text) })
      .end(text)
  Promise.resolve(answers[pathname]?.(searchParams) ?? '').then(answer, stop)
}).listen(Number(PORT), '127.0.0.1')
