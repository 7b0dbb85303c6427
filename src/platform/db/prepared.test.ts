import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OwnDatabase, openOwnDatabase } from '#test/support/own-database.ts'
import { preparePerConnection } from './prepared.ts'

let own: OwnDatabase
beforeAll(async () => {
  own = await openOwnDatabase()
})
afterAll(() => own.drop())

it('a statement is built once per database and once per transaction, and is prepared on its connection under its name', async () => {
  const { db } = own.database
  let built = 0
  const same = preparePerConnection(on => {
    built += 1
    return on
      .select({ given: sql<string>`${sql.placeholder('given')}::text` })
      .from(sql`(select 1) as one`)
      .prepare('same_again')
  })
  for (const given of ['a', 'b']) expect(await same(db).execute({ given })).toEqual([{ given }])
  expect(built).toBe(1)
  await db.transaction(async tx => {
    for (const given of ['c', 'd']) expect(await same(tx).execute({ given })).toEqual([{ given }])
    const known = await tx.execute(sql`select name from pg_prepared_statements where name = 'same_again'`)
    expect(known.rows).toEqual([{ name: 'same_again' }])
  })
  expect(built).toBe(2)
})
