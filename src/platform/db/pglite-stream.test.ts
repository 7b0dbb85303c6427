import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OwnDatabase, openOwnDatabase } from '#test/support/own-database.ts'
import type { OpenDatabase } from './database.ts'

/** A standard client must behave on the embedded database as it does on a server. */

let own: OwnDatabase
let database: OpenDatabase
beforeAll(async () => {
  own = await openOwnDatabase()
  database = own.database
  await database.pool.query('create table things (id int primary key, name text, data bytea, doc jsonb)')
})
afterAll(() => own.drop())

const codeOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof Error && 'code' in error ? error.code : null
}
const count = async () =>
  Number((await database.pool.query<{ n: string }>('select count(*) as n from things')).rows[0]?.n)

describe('a standard client on the embedded database', () => {
  it.each([
    ['plain', 'select 1 as n', []],
    ['with parameters', 'select $1::int as n', [1]],
    ['of several statements', 'select 0 as zero; select 1 as n', []],
  ])('runs a query %s', async (_name, text, values) => {
    const answered: unknown = await database.pool.query(text, values.length > 0 ? values : undefined)
    const last: unknown = Array.isArray(answered) ? answered.at(-1) : answered
    expect(last).toMatchObject({ rows: [{ n: 1 }] })
  })

  it.each([
    ['a unique violation with parameters', 'insert into things (id) values ($1), ($1)', [1], '23505'],
    ['a unique violation without', 'insert into things (id) values (1), (1)', undefined, '23505'],
    ['a syntax error', 'selekt', undefined, '42601'],
    ['an unknown table', 'select * from nothing where 1 = $1', [1], '42P01'],
    ['a wrong type', 'select $1::int', ['x'], '22P02'],
    ['a division by zero', 'select 1 / $1::int', [0], '22012'],
  ])('reports %s and stays in sync', async (_name, text, values, code) => {
    expect(await codeOf(database.pool.query(text, values))).toBe(code)
    expect((await database.pool.query('select 7 as n')).rows).toEqual([{ n: 7 }])
  })

  it('rolls back a failed transaction completely', async () => {
    const before = await count()
    const work = database.db.transaction(async tx => {
      await tx.execute('insert into things (id) values (100)')
      await tx.execute('insert into things (id) values (100)')
    })
    await expect(work).rejects.toThrow()
    expect(await count()).toBe(before)
  })

  it('keeps what is outside a failed savepoint', async () => {
    await database.db.transaction(async tx => {
      await tx.execute('insert into things (id) values (200)')
      await tx
        .transaction(async inner => {
          await inner.execute('insert into things (id) values (201)')
          throw new Error('rolled back')
        })
        .catch((error: unknown) => expect(error).toMatchObject({ message: 'rolled back' }))
    })
    const { rows } = await database.pool.query('select id from things where id >= 200 order by id')
    expect(rows).toEqual([{ id: 200 }])
  })

  it('transfers bytes, arrays and five megabytes unchanged', async () => {
    const data = Buffer.alloc(5_000_000, 'fairfile')
    const { rows } = await database.pool.query<{ data: Buffer; words: string[]; doc: unknown }>(
      'select $1::bytea as data, $2::text[] as words, $3::jsonb as doc',
      [data, ['a', 'b,"c'], { nested: [1, null, 'é'] }],
    )
    expect(rows[0]?.data.equals(data)).toBe(true)
    expect(rows[0]).toMatchObject({ words: ['a', 'b,"c'], doc: { nested: [1, null, 'é'] } })
  })

  it('runs the same named statement repeatedly', async () => {
    for (const n of [1, 2, 3]) {
      const { rows } = await database.pool.query({ name: 'same', text: 'select $1::int as n', values: [n] })
      expect(rows).toEqual([{ n }])
    }
  })

  it('sees nothing of the previous connection: no statement, no open transaction', async () => {
    const first = await database.pool.connect()
    await first.query({ name: 'left', text: 'select $1::int as n', values: [1] })
    await first.query('begin; insert into things (id) values (300)')
    first.release(true)
    const { rows } = await database.pool.query({ name: 'left', text: 'select $1::int as n', values: [2] })
    expect(rows).toEqual([{ n: 2 }])
    expect((await database.pool.query('select id from things where id = 300')).rows).toEqual([])
  })

  it('lets timers run during thousands of queries', async () => {
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
    }, 1)
    for (let n = 0; n < 500; n += 1) await database.pool.query('select $1::int', [n])
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(5)
  })

  it('queues concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from(
        { length: 50 },
        async (_unused, n) =>
          (await database.pool.query<{ n: number }>('select $1::int as n', [n])).rows[0]?.n,
      ),
    )
    expect(answers).toEqual(Array.from({ length: 50 }, (_unused, n) => n))
  })
})
