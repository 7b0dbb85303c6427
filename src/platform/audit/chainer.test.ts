import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type OwnDatabase, openOwnDatabase } from '#test/support/own-database.ts'
import { openKeyring } from '../boot.ts'
import type { Keyring } from '../crypto/encryption.ts'
import { auditEvents, auditLinks } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { createLog } from '../telemetry/log.ts'
import { recordSystemAudit } from './audit-log.ts'
import { createAuditChainer } from './chainer.ts'
import { openCheckpointFile } from './checkpoint.ts'
import { serializeEvent } from './hash-chain.ts'
import { verifyAuditLog } from './verify.ts'

/** Chaining while servers run, and what they log. */

let folder: string
let own: OwnDatabase
let keyring: Keyring
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairfile-chainer-'))
  own = await openOwnDatabase()
  keyring = await openKeyring(own.database.db, join(folder, 'keyring.json'))
})
afterAll(async () => {
  await own.drop()
  rmSync(folder, { recursive: true })
})

const db = () => own.database.db
const now = () => new Date()
const act = () => recordSystemAudit(db(), keyring, 'tradelines_synced', {}, now())
const check = () => verifyAuditLog(db(), keyring, now())

const Line = z.object({ msg: z.string(), code: z.string().optional() })

let folders = 0
/** A server with a new data folder, or with another server's. */
const newChainer = (checkpoint = openCheckpointFile(join(folder, `of server ${(folders += 1)}`))) => {
  const lines: z.output<typeof Line>[] = []
  const log = createLog('info', { write: line => lines.push(Line.parse(JSON.parse(line))) })
  return {
    lines,
    ...createAuditChainer({ db: db(), keyring, log, clock: now, checkpoint }),
  }
}

it('several concurrent servers make one chain that contains every event once', async () => {
  const chainers = [newChainer(), newChainer(), newChainer()]
  const acts = async () => {
    for (let n = 0; n < 20; n += 1) await act()
  }
  const chainTenTimes = async ({ chain: once }: (typeof chainers)[number]) => {
    for (let n = 0; n < 10; n += 1) await once()
  }
  await Promise.all([acts(), acts(), ...chainers.map(chainTenTimes)])
  await newChainer().chain()
  const rows = await db().$count(auditEvents)
  expect(await check()).toMatchObject({ chained: rows, waiting: 0, fault: null })
  expect(await db().$count(auditLinks)).toBe(rows)
})

it('continues automatically, chains the rest when it stops, and logs the head of the chain', async () => {
  const chainer = newChainer()
  chainer.start()
  await act()
  await expect.poll(async () => (await check()).waiting, { timeout: 20_000 }).toBe(0)
  expect(chainer.unchainedSeconds()).toBeLessThan(60)
  await act()
  await chainer.stop()
  const { head, waiting, fault } = await check()
  expect([waiting, fault]).toEqual([0, null])
  expect(chainer.lines.at(-1)).toMatchObject({ msg: 'the head of the audit log', code: head })
})

it('chains, while the server runs, an event that was committed long after it was written', async () => {
  await act()
  await newChainer().chain()
  const [like] = await db()
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.act, 'tradelines_synced'))
    .limit(1)
  if (!like) throw new Error('no act')
  const late = { ...like, id: '01890000-0000-7000-8000-000000000000' }
  await db()
    .insert(auditEvents)
    .values({ ...late, mac: keyring.auditMac(serializeEvent(late)) })
  const chainer = newChainer()
  chainer.start()
  await expect.poll(async () => (await check()).waiting, { timeout: 20_000 }).toBe(0)
  await chainer.stop()
  expect(chainer.lines.map(({ msg }) => msg)).toEqual(['the head of the audit log'])
})

it.each([
  ['with the MAC of another', sql`mac`],
  ['without a MAC', sql`null`],
])(
  'immediately logs that a row %s was not written by a server, and does not chain it',
  async (_what, mac) => {
    const chainer = newChainer()
    await act()
    await chainer.chain()
    const id = newId()
    await db().execute(sql`insert into audit_events
    select ${id}, at, 'denied', outcome, actor, null, null, null, null, '', request_id, kept_until, ${mac}
    from audit_events where mac is not null limit 1`)
    await chainer.chain()
    await chainer.chain()
    const lines = chainer.lines.filter(({ code }) => code === id)
    expect(lines.map(({ msg }) => msg)).toEqual(['a row of the audit log was not written by a server'])
    expect(await db().$count(auditLinks, eq(auditLinks.eventId, id))).toBe(0)
    await db().execute(sql`alter table audit_events disable trigger user`)
    await db().execute(sql`delete from audit_events where id = ${id}`)
    await db().execute(sql`alter table audit_events enable trigger user`)
  },
)

it('a restarted server detects from its checkpoint file that the chain was rebuilt in the meantime', async () => {
  const checkpoint = openCheckpointFile(join(folder, 'of a server that ends'))
  for (let n = 0; n < 3; n += 1) await act()
  await newChainer(checkpoint).stop()
  const { head } = await check()
  expect(checkpoint.read()).toEqual({ head, unmarked: 0 })
  await db().execute(sql`alter table audit_events disable trigger user`)
  await db().execute(sql`delete from audit_events where act = 'tradelines_synced'`)
  await db().execute(sql`alter table audit_events enable trigger user`)
  await db().execute(sql`delete from audit_links`)
  const unaware = newChainer()
  await unaware.chain()
  expect(await check()).toMatchObject({ waiting: 0, fault: null })
  const again = newChainer(checkpoint)
  await again.chain()
  expect(again.lines).toContainEqual(
    expect.objectContaining({ msg: 'the audit log was cut off or rebuilt', code: head }),
  )
  expect(checkpoint.read()).toEqual({ head, unmarked: 0 })
})

it('a server logs that a row was changed since its last check, and keeps the previous checkpoint', async () => {
  const checkpoint = openCheckpointFile(join(folder, 'of one more server'))
  await act()
  await newChainer(checkpoint).stop()
  const before = checkpoint.read()
  await act()
  await newChainer().chain()
  await db().execute(sql`alter table audit_events disable trigger user`)
  await db().execute(sql`update audit_events set outcome = 'failed'
    where id = (select event_id from audit_links order by number desc limit 1)`)
  await db().execute(sql`alter table audit_events enable trigger user`)
  const again = newChainer(checkpoint)
  await again.chain()
  const line = again.lines.find(({ msg }) => msg === 'the audit log is not as it was written')
  expect(line?.code).toMatch(/^changed \d/)
  expect(checkpoint.read()).toEqual(before)
})
