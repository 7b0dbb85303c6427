import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'
import type { Database } from '../db/database.ts'
import { auditEvents, auditLinks } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { recordSystemAudit } from './audit-log.ts'
import { chainEventsAfter } from './hash-chain.ts'
import { verifyAuditLog } from './verify.ts'

/** The chained audit log, and attacks by an owner of the database without the key. */

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const db = () => app.database.db
const check = (head?: string) =>
  verifyAuditLog(db(), app.keyring, app.now(), { head: head ?? null, unmarked: 0 })
const act = () => recordSystemAudit(db(), app.keyring, 'tradelines_synced', { objectId: newId() }, app.now())
const actsSealed = async (count: number) => {
  for (let n = 0; n < count; n += 1) await act()
  await app.app.auditChainer.chain()
  const { chained, head, fault } = await check()
  expect(fault).toBeNull()
  return { last: chained, head: head ?? '' }
}
/** The same, so much later than others that a row without a MAC cannot be from the previous release. */
const laterActsSealed = async (count: number) => {
  await actsSealed(1)
  app.pass(2 * 3_600_000)
  return actsSealed(count)
}

class Undone extends Error {}

/** Tampers with the log as the database owner, returns what verification then finds, and rolls back. */
const foundAfter = async (tampering: readonly SQL[], head?: string, then = async (_tx: Database) => {}) => {
  let found: Awaited<ReturnType<typeof verifyAuditLog>> | undefined
  const undone = db().transaction(async tx => {
    // Lets no trigger refuse changes. Altering the table for it would make each query be planned again.
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const statement of tampering) await tx.execute(statement)
    await then(tx)
    found = await verifyAuditLog(tx, app.keyring, app.now(), { head: head ?? null, unmarked: 0 })
    throw new Undone()
  })
  await expect(undone).rejects.toThrow(Undone)
  return found?.fault
}

const eventOf = (number: number) => sql`(select event_id from audit_links where number = ${number})`
const changed = (values: SQL) => (number: number) => ({
  sql: [sql`update audit_events set ${values} where id = ${eventOf(number)}`],
  first: number,
})
const changedLink = (values: SQL) => (number: number) => ({
  sql: [sql`update audit_links set ${values} where number = ${number}`],
  first: number,
})
const copied = (mac: SQL) => sql`insert into audit_events
  select gen_random_uuid(), at, act, outcome, actor, manager_id, user_id, opening_id, object_id, address_prefix, request_id, kept_until, ${mac}
  from audit_events`
const noBytes = sql`decode(repeat('00', 32), 'hex')`

/** Each with the first row where it must be detected; null for a row outside the chain, or its end. */
const tamperings: Readonly<
  Record<string, (number: number, other: number, last: number) => { sql: SQL[]; first: number | null }>
> = {
  'another act': changed(sql`act = 'denied'`),
  'another outcome': changed(sql`outcome = 'failed'`),
  'another actor': changed(sql`actor = 'manager'`),
  'another manager': changed(sql`manager_id = gen_random_uuid()`),
  'another person': changed(sql`user_id = gen_random_uuid()`),
  'another opening': changed(sql`opening_id = gen_random_uuid()`),
  'another object': changed(sql`object_id = 'another'`),
  'no object': changed(sql`object_id = null`),
  'another address': changed(sql`address_prefix = '203.0.113'`),
  'another request': changed(sql`request_id = gen_random_uuid()`),
  'another time': changed(sql`at = at - interval '1 millisecond'`),
  'another end': changed(sql`kept_until = now() - interval '1 day'`),
  'another MAC': changed(sql`mac = ${noBytes}`),
  'a row taken away': number => ({
    sql: [sql`delete from audit_events where id = ${eventOf(number)}`],
    first: number,
  }),
  'a row taken away as if its years were over': number => ({
    sql: [
      sql`delete from audit_events where id = ${eventOf(number)}`,
      sql`update audit_links set kept_until = now() - interval '1 day' where number = ${number}`,
    ],
    first: number,
  }),
  'a row and its link taken away': (number, _other, last) => ({
    sql: [
      sql`delete from audit_events where id = ${eventOf(number)}`,
      sql`delete from audit_links where number = ${number}`,
    ],
    first: number === last ? number - 1 : number + 1,
  }),
  'the end of the trail taken away': number => ({
    sql: [
      sql`delete from audit_events using audit_links where id = event_id and number >= ${number}`,
      sql`delete from audit_links where number >= ${number}`,
    ],
    first: number - 1,
  }),
  'a row put in without a MAC': number => ({
    sql: [sql`${copied(sql`null`)} where id = ${eventOf(number)}`],
    first: null,
  }),
  'a row put in with the MAC of another': number => ({
    sql: [sql`${copied(sql`mac`)} where id = ${eventOf(number)}`],
    first: null,
  }),
  'two rows exchanged': (number, other) => ({
    sql: [
      sql`update audit_events e set object_id = o.object_id, request_id = o.request_id, at = o.at, mac = o.mac
        from audit_events o where (e.id = ${eventOf(number)} and o.id = ${eventOf(other)})
          or (e.id = ${eventOf(other)} and o.id = ${eventOf(number)})`,
    ],
    first: Math.min(number, other),
  }),
  'two links exchanged': (number, other) => ({
    sql: [
      sql`update audit_links set number = -number where number in (${number}, ${other})`,
      sql`update audit_links set number = ${number + other} + number where number < 0`,
    ],
    first: Math.min(number, other),
  }),
  'another link': changedLink(sql`link = ${noBytes}`),
  'another MAC in the link': changedLink(sql`mac = ${noBytes}`),
  'another end in the link': changedLink(sql`kept_until = kept_until - interval '1 day'`),
}

describe('the chained audit log', () => {
  it('has a link for each row, and each row written by servers and commands has a MAC', async () => {
    const person = await app.register()
    await app.send('GET', '/credit/analytics', { as: person })
    const { last, head } = await actsSealed(3)
    expect(await db().$count(auditEvents)).toBe(last)
    expect(await db().$count(auditLinks)).toBe(last)
    await act()
    expect(await check(head)).toMatchObject({ chained: last, waiting: 1, head, fault: null })
  })

  describe('reveals, and where it is first,', () => {
    let sealed: { last: number; head: string }
    beforeAll(async () => {
      sealed = await laterActsSealed(12)
    })

    it.each(Object.entries(tamperings))('%s, at each of the last ten', async (_, tamper) => {
      const { last, head } = sealed
      for (const [back, other] of [9, 0, 7, 8, 2, 4, 1, 5, 6, 3].entries()) {
        const { sql: statements, first } = tamper(last - back, last - other, last)
        const bad = await foundAfter(statements, head)
        expect(bad).not.toBeNull()
        expect(bad?.number).toBe(first)
      }
    })
  })

  it.each([
    ['a row without a MAC', sql`null`],
    ['a row with the MAC of another', sql`mac`],
  ])('reveals %s even after a server has chained: no server adds a link for it', async (_what, mac) => {
    const { last } = await laterActsSealed(1)
    const bad = await foundAfter([sql`${copied(mac)} where id = ${eventOf(last)}`], undefined, async tx => {
      await chainEventsAfter(tx, app.keyring, null)
    })
    expect(bad).toMatchObject({ fault: 'foreign', number: null })
  })

  it('reveals that the chain was rebuilt over the remaining rows, and that every MAC was removed', async () => {
    const { last, head } = await actsSealed(4)
    const sealing = async (tx: Database) => {
      await chainEventsAfter(tx, app.keyring, null)
    }
    const rebuilt = [
      sql`delete from audit_events where id = ${eventOf(last - 1)}`,
      sql`delete from audit_links`,
    ]
    expect(await foundAfter(rebuilt, head, sealing)).toMatchObject({ fault: 'cut' })
    const unmarked = [...rebuilt, sql`update audit_events set mac = null`]
    expect(await foundAfter(unmarked, undefined, sealing)).toMatchObject({ fault: 'foreign' })
  })

  it('accepts as many rows without a MAC as the first release had, and reports their number', async () => {
    const { last } = await actsSealed(1)
    const old = [sql`${copied(sql`null`)} where id = ${eventOf(last)}`]
    const undone = db().transaction(async tx => {
      for (const statement of old) await tx.execute(statement)
      const allowed = await verifyAuditLog(tx, app.keyring, app.now(), { head: null, unmarked: 1 })
      expect(allowed).toMatchObject({ unmarked: 1, waiting: 0, fault: null })
      throw new Undone()
    })
    await expect(undone).rejects.toThrow(Undone)
  })

  it.each([
    `update audit_events set outcome = 'failed'`,
    'update audit_events set kept_until = now()',
    'delete from audit_events',
    'truncate audit_events',
  ])('refuses anything but adding: %s', async statement => {
    await actsSealed(1)
    await expect(app.database.pool.query(statement)).rejects.toThrow('rows are never changed')
  })

  it('allows deleting a row when its retention period has ended', async () => {
    const { last, head } = await actsSealed(2)
    const years = 10 * 366 * 86_400_000
    app.pass(years)
    const over = await foundAfter([sql`delete from audit_events where id = ${eventOf(last - 1)}`], head)
    app.pass(-years)
    expect(over).toBeNull()
  })
})
