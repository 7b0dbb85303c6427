import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualRetention } from '#api/retention.ts'
import { inactivityNotices } from '#features/account/server/inactivity-notices.ts'
import { disputeItems, disputes } from '#features/disputes/server/tables.ts'
import { users } from '#features/identity/server/tables.ts'
import { openCheckpointFile } from '#platform/audit/checkpoint.ts'
import { erasures } from '#platform/db/tables.ts'
import { openErasureFile } from '#platform/erasures.ts'
import { newId } from '#platform/ids.ts'
import { disposeExpired } from '#platform/jobs/disposal.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import { mailTo } from '#test/support/mailbox.ts'
import { createRestoreHandler } from './restored-copy.ts'

const DAY = 24 * 60 * 60_000
const bytes = Buffer.from('encrypted')
const log = createLog('error', { write: () => undefined })

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

describe('an unused account', () => {
  const MONTH = 31 * DAY
  const isThere = async (userId: string) =>
    (await app.database.db.select().from(users).where(eq(users.id, userId))).length === 1
  const notices = (email: string) => mailTo(app, email)
  /** The morning's notices, then the nightly disposal. */
  const dayAndNight = async () => {
    await app.app.jobs.enqueue(app.database.db, inactivityNotices, {})
    await app.work()
    await disposeExpired(
      {
        db: app.database.db,
        disposals: app.app.disposals,
        periods: usualRetention,
        timeZone: 'America/New_York',
      },
      { now: app.now(), log },
    )
  }

  it('is erased after two years and a notice, unless its user signs in or a dispute is open', async () => {
    const [gone, back, held] = [
      await app.register({ email: 'gone@mail.example' }),
      await app.register({ email: 'back@mail.example' }),
      await app.register({ email: 'held@mail.example' }),
    ]
    await app.work()
    app.pass(22 * MONTH)
    await dayAndNight()
    expect(await notices('gone@mail.example')).toEqual([])
    app.pass(2 * MONTH)
    const disputeId = newId()
    const { db } = app.database
    await db
      .insert(disputes)
      .values({ id: disputeId, userId: held.userId, type: 'freeze', title: bytes, createdAt: app.now() })
    await db.insert(disputeItems).values({ id: newId(), disputeId, bureaus: ['Equifax'], content: bytes })
    await dayAndNight()
    await dayAndNight()
    const [notice, ...more] = await notices('gone@mail.example')
    expect(more).toEqual([])
    expect(notice?.subject).toBe('Your Fairfile account will be deleted')
    expect(notice?.body).toContain('has used for 24 months')
    expect(await notices('held@mail.example')).toEqual([])
    expect(await isThere(gone.userId)).toBe(true)
    await app.signIn(back.phoneNumber)
    app.pass(31 * DAY)
    await dayAndNight()
    expect(await Promise.all([gone, back, held].map(({ userId }) => isThere(userId)))).toEqual([
      false,
      true,
      true,
    ])
    const [erasure] = await db.select().from(erasures).where(eq(erasures.userId, gone.userId))
    expect(erasure?.unrecoverableAfter).toEqual(new Date(app.now().getTime() + (7 + 35) * DAY))
  })

  it('that was erased is erased again after an older copy is restored', async () => {
    const { db } = app.database
    const [erased, other] = [await app.register(), await app.register()]
    await app.send('DELETE', '/user', { as: erased })
    app.pass(7 * DAY)
    const cleanUp = async () => {
      for (const task of app.app.cleanupTasks) await task(db, app.now())
    }
    await cleanUp()
    expect(await isThere(erased.userId)).toBe(false)
    const erasureFile = openErasureFile(app.dataDir)
    expect(erasureFile.read()?.map(({ userId }) => userId)).toContain(erased.userId)
    // The copy still has the user, and no record of the erasure.
    await db.delete(erasures)
    const [template] = await db.select().from(users).where(eq(users.id, other.userId))
    if (!template) throw new Error('no user')
    await app.keyring.createUserCipher(db, erased.userId)
    const cipher = await app.keyring.cipherForUser(db, erased.userId)
    const opened = (await app.keyring.cipherForUser(db, other.userId)).decrypt(
      { table: 'users', column: 'profile', row: other.userId },
      template.profile,
    )
    const profile = cipher.encrypt({ table: 'users', column: 'profile', row: erased.userId }, opened)
    await db
      .insert(users)
      .values({ ...template, id: erased.userId, phoneIndex: Buffer.from(newId()), profile })
    const checkpoint = openCheckpointFile(app.dataDir)
    const deps = { db, keyring: app.keyring, clock: app.now, log, checkpoint, erasureFile }
    await createRestoreHandler(deps)(true)
    await cleanUp()
    expect(await isThere(erased.userId)).toBe(false)
    expect(await isThere(other.userId)).toBe(true)
    // Once nothing can bring the user back, the id is removed from the file.
    await db.update(erasures).set({ rewrittenAt: app.now() })
    app.pass(43 * DAY)
    await cleanUp()
    expect(erasureFile.read()).toEqual([])
  })
})
