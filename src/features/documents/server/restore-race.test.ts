import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { parseUploadedDocument, uploadDocument } from '#test/support/files/uploads.ts'

/** The embedded database has one session, so nothing happens at the same moment there. */
const postgres = process.env.TEST_DATABASE_URL

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

it.runIf(postgres)('a document is not said to be back while it is deleted for good', async () => {
  const as = await app.register()
  const { id } = parseUploadedDocument(
    await uploadDocument(app, 'Utility bill', await plainPicture(), { as }),
  )
  await app.send('DELETE', `/documents/${id}`, { as })
  const tidying = await app.database.pool.connect()
  await tidying.query('begin')
  await tidying.query('delete from documents where id = $1', [id])
  const back = app.send('POST', `/documents/${id}/restore`, { as })
  for (let waiting = 0; waiting === 0; ) {
    const { rows } = await app.database.db.execute<{ waiting: number }>(
      sql`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    waiting = rows[0]?.waiting ?? 0
  }
  await tidying.query('commit')
  tidying.release()
  expect((await back).statusCode).toBe(404)
})
