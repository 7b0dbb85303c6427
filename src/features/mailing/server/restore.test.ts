import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { type MailApp, openMailApp } from '#test/support/mailing/mail-app.ts'
import { initializeMailSwitch } from './mail-switch.ts'
import { readMailStatus } from './operator.ts'
import { mailDiscrepancies, mailJobs, mailSwitch } from './tables.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let mail: MailApp
beforeAll(async () => {
  mail = await openMailApp({ MAIL_DAILY_CAP: '1000,1000' })
})
afterAll(() => mail.close())

const printedOf = (id: string) =>
  mail.lob.ledger.filter(({ metadata, cancelled }) => metadata.mail_job_id === id && !cancelled)
const restoreNow = () => initializeMailSwitch(mail.app.database.db, mail.app.now(), { wasRestored: true })
const holdOf = async () => (await mail.app.database.db.select().from(mailSwitch))[0]?.holdReason ?? null

describe('after a restore', () => {
  it('nothing is mailed before reconciliation is done, and letters mailed since the backup are not mailed again', async () => {
    const { db } = mail.app.database
    const before = [newId(), newId(), newId()]
    for (const letterId of before) await mail.mail(letterId)
    // Mailed after the backup was made: the copy lacks the jobs, but knows the letters.
    const since = Array.from({ length: 20 }, () => newId())
    const ids: string[] = []
    for (const letterId of since) ids.push((await mail.mail(letterId)) ?? '')
    await db.delete(mailJobs).where(inArray(mailJobs.id, ids))

    expect(await restoreNow()).toEqual({ restored: true })
    expect(await holdOf()).toBe('restore')
    // Users press Send again, before and after reconciliation.
    for (const letterId of since.slice(0, 10)) await mail.mail(letterId)
    expect(await mail.row(ids[0] ?? '')).toMatchObject({ phase: 'requested', providerId: null })
    await mail.pass(MINUTE)
    expect(await holdOf()).toBeNull()
    for (const letterId of since) await mail.mail(letterId)
    await mail.pass(MINUTE)
    for (const id of ids) {
      expect(printedOf(id)).toHaveLength(1)
      expect(await mail.row(id)).toMatchObject({ phase: 'submitted', providerId: printedOf(id)[0]?.id })
    }
  })

  it('a letter that is unsent in the copy is looked up twice before it is sent under a new key', async () => {
    mail.lob.faults.next = [{ kind: 'refuses', status: 429, code: 'rate_limit_exceeded' }]
    const id = (await mail.mail()) ?? ''
    await restoreNow()
    await mail.pass(MINUTE)
    expect(await mail.row(id)).toMatchObject({ phase: 'unknown', emptyLookups: 1 })
    await mail.pass(10 * MINUTE)
    expect(printedOf(id)).toEqual([])
    await mail.pass(21 * MINUTE)
    expect(printedOf(id).map(({ key }) => key)).toEqual([`mj_${id}_g2`])
  })

  it('a letter that matches nothing in the copy is listed for an operator', async () => {
    const id = (await mail.mail()) ?? ''
    await mail.app.database.db.delete(mailJobs).where(eq(mailJobs.id, id))
    await restoreNow()
    await mail.pass(MINUTE)
    const orphans = await mail.app.database.db.select().from(mailDiscrepancies)
    expect(orphans.filter(({ mailJobId }) => mailJobId === id).map(({ kind }) => kind)).toEqual(['unknown'])
  })

  it('a letter mailed more than a week ago is not mailed again from an old copy', async () => {
    const letterId = newId()
    const id = (await mail.mail(letterId)) ?? ''
    await mail.app.database.db.delete(mailJobs).where(eq(mailJobs.id, id))
    mail.app.pass(20 * 24 * HOUR)
    await restoreNow()
    await mail.mail(letterId)
    await mail.pass(MINUTE)
    expect(printedOf(id)).toHaveLength(1)
    expect(await mail.row(id)).toMatchObject({ phase: 'submitted', providerId: printedOf(id)[0]?.id })
  })

  it('nothing is mailed from a copy restored under a running server before the copy is detected', async () => {
    const { db } = mail.app.database
    await db.update(mailSwitch).set({ fingerprint: 'another' })
    const id = (await mail.mail()) ?? ''
    expect(printedOf(id)).toEqual([])
    await mail.pass(MINUTE)
    expect(printedOf(id)).toEqual([])
    await mail.pass(31 * MINUTE)
    expect(printedOf(id)).toHaveLength(1)
  })

  it.runIf(process.env.TEST_DATABASE_URL)(
    'a worker and a server that opens a copy do not deadlock',
    async () => {
      const { db } = mail.app.database
      const id = (await mail.mail()) ?? ''
      await db.update(mailJobs).set({ phase: 'ready' }).where(eq(mailJobs.id, id))
      let opening: ReturnType<typeof restoreNow> | undefined
      await db.transaction(async worker => {
        await worker.select({ id: mailJobs.id }).from(mailJobs).where(eq(mailJobs.id, id)).for('update')
        opening = restoreNow()
        const blocked = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        while ((await db.execute(blocked)).rows.length === 0);
        await worker.select({ id: mailSwitch.id }).from(mailSwitch).for('update')
      })
      expect(await opening).toEqual({ restored: true })
      await mail.pass(MINUTE)
    },
  )

  it('the age of an ambiguous letter counts from its record', async () => {
    const { db } = mail.app.database
    mail.lob.faults.next = [{ kind: 'refuses', status: 429, code: 'rate_limit_exceeded' }]
    await mail.mail()
    await restoreNow()
    await mail.pass(MINUTE)
    expect((await readMailStatus(db, mail.app.now())).oldestUnclearSeconds).toBe(60)
    await mail.pass(31 * MINUTE)
  })

  it('a copied database is detected by its own numbers', async () => {
    const { db } = mail.app.database
    expect(await initializeMailSwitch(db, mail.app.now(), { wasRestored: false })).toEqual({
      restored: false,
    })
    await db.update(mailSwitch).set({ fingerprint: 'another' })
    expect(await initializeMailSwitch(db, mail.app.now(), { wasRestored: false })).toEqual({ restored: true })
    await mail.pass(MINUTE)
    expect(await initializeMailSwitch(db, mail.app.now(), { wasRestored: false })).toEqual({
      restored: false,
    })
  })
})
