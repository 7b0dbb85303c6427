import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAuditLog } from '#platform/audit/verify.ts'
import { newId } from '#platform/ids.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import {
  indexesOverPeople,
  keysBetweenPeople,
  keysToShared,
  placementsIn,
  sharedTables,
} from '#test/support/placement.ts'
import { mayasDocument } from '#test/support/reports/demo-documents.ts'

/** Whether the schema can be distributed over several servers: by user, and by time (docs/reference/scale.md). */

let app: TestApp
beforeAll(async () => {
  app = await openApp({ demo: 'history' })
})
afterAll(() => app.close())

/** Runs them in one transaction. */
const run = (...statements: string[]) => app.database.pool.query(statements.join(';\n'))

describe('by person', () => {
  it('every row belongs to one user or to none, and no foreign key connects two users', async () => {
    const { placements, problems, catalog } = await placementsIn(app.database.db)
    expect(problems).toEqual([])
    expect(placements.size).toBeGreaterThan(40)
    const known = (listed: Readonly<Record<string, string>>, names: readonly string[]) =>
      Object.keys(listed).filter(name => !names.includes(name))
    expect(
      known(
        sharedTables,
        catalog.tables.map(({ name }) => name),
      ),
    ).toEqual([])
    expect(
      known(
        indexesOverPeople,
        catalog.indexes.map(({ name }) => name),
      ),
    ).toEqual([])
    expect(
      known(
        keysToShared,
        catalog.keys.map(({ name }) => name),
      ),
    ).toEqual([])
  })

  it('detects violations', async () => {
    await run(
      'create table spare_loose (id uuid primary key, note text)',
      'create table spare_friends (id uuid primary key, user_id uuid not null references users, code text unique)',
      'create table spare_shared (id uuid primary key)',
      'alter table spare_friends add spare_id uuid unique references spare_shared',
      'create table spare_letters (id uuid primary key, friend_id uuid not null references spare_friends, user_id uuid)',
    )
    const [maya, daniel] = (
      await app.database.db.execute<{ id: string }>(sql`select id from users order by id limit 2`)
    ).rows
    const id = newId()
    await run(
      `insert into spare_friends values ('${id}', '${maya?.id}', 'one', null)`,
      `insert into spare_letters values ('${newId()}', '${id}', '${maya?.id}')`,
    )
    expect(await keysBetweenPeople(app.database.db)).toEqual([])
    await run(`insert into spare_letters values ('${newId()}', '${id}', '${daniel?.id}')`)
    expect(await keysBetweenPeople(app.database.db)).toEqual(['spare_letters_friend_id_fkey'])
    expect((await placementsIn(app.database.db)).problems).toEqual([
      'table spare_loose leads to nobody',
      'table spare_shared leads to nobody',
      'foreign key spare_friends_spare_id_fkey leads over to shared rows or back',
      'unique index spare_friends_code_key is over people',
      'unique index spare_friends_spare_id_key is over people',
    ])
    await run('drop table spare_letters, spare_friends, spare_shared, spare_loose')
  })
})

describe('by time', () => {
  /** Makes a table's existing rows the first part of a partitioned one; ids ascend in time. */
  const partition = (table: string, boundary: string) => [
    `alter table ${table} rename to ${table}_before`,
    `create table ${table} (like ${table}_before including all) partition by range (id)`,
    `alter table ${table} attach partition ${table}_before for values from (minvalue) to ('${boundary}')`,
    `create table ${table}_after partition of ${table} for values from ('${boundary}') to (maxvalue)`,
  ]
  const countIn = async (table: string) => {
    const { rows } = await app.database.db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table)}`,
    )
    return rows[0]?.count ?? 0
  }

  it('the server works on an audit log and on reports that are partitioned by month, without a change', async () => {
    const maya = await app.signIn('+12025550143')
    const boundary = newId()
    await run(
      'drop trigger audit_events_stand on audit_events',
      ...partition('audit_events', boundary),
      `create trigger audit_events_stand before update or delete on audit_events
        for each row execute function audit_events_stand()`,
      'alter table alerts drop constraint alerts_report_id_reports_id_fk',
      'alter table disputes drop constraint disputes_report_id_reports_id_fk',
      ...partition('reports', boundary),
      'alter table reports add foreign key (user_id) references users on delete cascade',
      'alter table alerts add constraint alerts_report_id_reports_id_fk foreign key (report_id) references reports on delete cascade',
      'alter table disputes add constraint disputes_report_id_reports_id_fk foreign key (report_id) references reports on delete set null',
    )
    const before = await countIn('reports_before')
    expect(before).toBeGreaterThan(5)
    expect(await countIn('audit_events_before')).toBeGreaterThan(0)
    const person = await app.register()
    for (const as of [maya, person]) {
      const imported = await app.upload('/credit/reports/import', mayasDocument, { as })
      expect([200, 201]).toContain(imported.statusCode)
      expect((await app.send('GET', '/credit/analytics', { as })).statusCode).toBe(200)
      expect((await app.send('GET', '/alerts', { as })).statusCode).toBe(200)
    }
    await app.work()
    expect(await countIn('reports_before')).toBe(before)
    expect(await countIn('reports_after')).toBe(2)
    expect(await countIn('audit_events_after')).toBeGreaterThan(5)
    await app.app.auditChainer.chain()
    expect(await verifyAuditLog(app.database.db, app.keyring, app.now())).toMatchObject({
      waiting: 0,
      fault: null,
    })
    for (const change of [`update audit_events set outcome = 'failed'`, 'delete from audit_events_after'])
      await expect(run(change)).rejects.toThrow(/never changed/)
    const { rows: plan } = await app.database.db.execute<Record<string, string>>(
      sql`explain select id from audit_events where id > ${boundary} order by id limit 10`,
    )
    const steps = plan.map(row => Object.values(row).join(' ')).join('\n')
    expect(steps).toContain('audit_events_after')
    expect(steps).not.toContain('audit_events_before')
    expect((await placementsIn(app.database.db)).problems).toEqual([])
  })
})
