import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { auditEvents, auditLinks } from '#server/tables.ts'
import { logTo } from '#server/telemetry/log.ts'
import { openApp, type TestApp } from '#testing/app.ts'
import { checkTrail } from './check.ts'
import { trailSealer } from './sealer.ts'
import { noteOwnAct } from './trail.ts'

/** Sealing while servers work, and what they say of it. */

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const db = () => app.database.db
const act = () => noteOwnAct(db(), app.vault, 'tradelines_synced', {}, app.now())
const check = () => checkTrail(db(), app.vault, app.now())

const Line = z.object({ msg: z.string(), code: z.string().optional() })

const newSealer = () => {
  const lines: z.output<typeof Line>[] = []
  const log = logTo('info', { write: line => lines.push(Line.parse(JSON.parse(line))) })
  return { lines, ...trailSealer({ db: db(), vault: app.vault, log }) }
}

it('several servers at once make one chain that holds every act, once', async () => {
  const sealers = [newSealer(), newSealer(), newSealer()]
  const acts = async () => {
    for (let n = 0; n < 20; n += 1) await act()
  }
  const seal = async ({ seal: once }: (typeof sealers)[number]) => {
    for (let n = 0; n < 10; n += 1) await once()
  }
  await Promise.all([acts(), acts(), ...sealers.map(seal)])
  await newSealer().seal()
  const rows = await db().$count(auditEvents)
  expect(await check()).toMatchObject({ sealed: rows, waiting: 0, bad: null })
  expect(await db().$count(auditLinks)).toBe(rows)
})

it('goes on by itself, seals what is left when it ends, and tells the log where the trail then ends', async () => {
  const sealer = newSealer()
  sealer.start()
  await act()
  await expect.poll(async () => (await check()).waiting, { timeout: 20_000 }).toBe(0)
  expect(sealer.unsealedSeconds()).toBeLessThan(60)
  await act()
  await sealer.stop()
  const { head, waiting, bad } = await check()
  expect([waiting, bad]).toEqual([0, null])
  expect(sealer.lines.at(-1)).toMatchObject({ msg: 'the audit trail is sealed', code: head })
})

it('seals an act that was committed long after it was written', async () => {
  const sealer = newSealer()
  await act()
  await sealer.seal()
  await db().execute(sql`insert into audit_events
    select '01890000-0000-7000-8000-000000000000', at, act, outcome, actor, null, null, null, null, '', request_id, kept_until, null
    from audit_events where act = 'tradelines_synced' limit 1`)
  await newSealer().seal()
  expect(await check()).toMatchObject({ waiting: 0 })
})

it('says at once that a row was not written by a server', async () => {
  const sealer = newSealer()
  await act()
  const { rows } = await db().execute<{ id: string }>(sql`insert into audit_events
    select gen_random_uuid(), at, 'denied', outcome, actor, null, null, null, null, '', request_id, kept_until, mac
    from audit_events where mac is not null limit 1 returning id`)
  await sealer.seal()
  expect(sealer.lines).toContainEqual(
    expect.objectContaining({
      msg: 'a row of the audit trail was not written by a server',
      code: rows[0]?.id,
    }),
  )
})
