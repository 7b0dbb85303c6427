import { createHash, randomInt } from 'node:crypto'
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { Refusal } from '#api/errors.ts'
import type { Database } from '#server/database.ts'
import { newId } from '#server/ids.ts'
import type { Vault } from '#server/sealed.ts'
import {
  afterRightCode,
  afterWrongCode,
  freshGuard,
  type Guard,
  isOpen,
  provesPhone,
  type SendRate,
  secondsLocked,
  secondsUntilSend,
} from '../codes.ts'
import { codeChallenges, phoneGuards } from './tables.ts'

type Row = typeof codeChallenges.$inferSelect

const DAY = 24 * 60 * 60_000

const browserHash = (browser: string | null) =>
  browser === null ? null : createHash('sha256').update(browser).digest()

const macOf = (vault: Vault, phone: string, challengeId: string, code: string) =>
  vault.codeMac(`${phone}|${challengeId}|${code}`)

const challengeOf = ({ sentAt, tries, provenAt, consumedAt }: Row) => ({
  sentAt: sentAt.getTime(),
  tries,
  provenAt: provenAt?.getTime() ?? null,
  consumed: consumedAt !== null,
})

const guardOf = async (tx: Database, phoneIndex: Buffer): Promise<Guard> => {
  const [row] = await tx.select().from(phoneGuards).where(eq(phoneGuards.phoneIndex, phoneIndex))
  return row ? { ...row, lockedUntil: row.lockedUntil?.getTime() ?? null } : freshGuard
}

const keepGuard = async (tx: Database, phoneIndex: Buffer, guard: Guard): Promise<void> => {
  const values = {
    recentFails: [...guard.recentFails],
    consecutiveFails: guard.consecutiveFails,
    locks: guard.locks,
    lockedUntil: guard.lockedUntil === null ? null : new Date(guard.lockedUntil),
  }
  await tx
    .insert(phoneGuards)
    .values({ phoneIndex, ...values })
    .onConflictDoUpdate({ target: phoneGuards.phoneIndex, set: values })
}

const refuseLocked = (seconds: number) => {
  if (seconds === 0) return
  throw Number.isFinite(seconds)
    ? new Refusal('too_many_tries', { retryAfterSeconds: seconds })
    : new Refusal('too_many_tries', {
        message: 'Codes are switched off for this phone number. Contact support.',
      })
}

/** One request at a time per phone, so that counts hold whatever arrives at once; released with the transaction. */
const lockPhone = async (tx: Database, phoneIndex: Buffer): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${phoneIndex.readBigInt64BE(0)}::bigint)`)
}

const lastDay = (tx: Database, phoneIndex: Buffer, now: Date) =>
  tx
    .select()
    .from(codeChallenges)
    .where(
      and(
        eq(codeChallenges.phoneIndex, phoneIndex),
        gt(codeChallenges.sentAt, new Date(now.getTime() - DAY)),
      ),
    )
    .orderBy(desc(codeChallenges.sentAt), desc(codeChallenges.id))

/**
 * Makes a new code for a phone, the same for known and unknown numbers, and gives it to be sent. Refuses
 * `too_many_tries` while the phone is locked or was sent enough codes.
 */
export const newCode = (
  db: Database,
  vault: Vault,
  asked: { phone: string; browser: string | null; rates: readonly SendRate[]; now: Date },
): Promise<{ id: string; code: string; sentUnused: number }> =>
  db.transaction(async tx => {
    const phoneIndex = vault.phoneIndex(asked.phone)
    const now = asked.now.getTime()
    await lockPhone(tx, phoneIndex)
    refuseLocked(secondsLocked(await guardOf(tx, phoneIndex), now))
    const rows = await lastDay(tx, phoneIndex, asked.now)
    const sent = rows.map(row => ({
      sentAt: row.sentAt.getTime(),
      used: row.consumedAt !== null || row.provenAt !== null,
    }))
    const wait = secondsUntilSend(sent, asked.rates, now)
    if (wait > 0) {
      throw new Refusal('too_many_tries', {
        message: `We sent you a code a moment ago. You can ask for another one in ${wait} seconds.`,
        retryAfterSeconds: wait,
      })
    }
    const id = newId()
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await tx.insert(codeChallenges).values({
      id,
      phoneIndex,
      codeMac: macOf(vault, asked.phone, id, code),
      browser: browserHash(asked.browser),
      sentAt: asked.now,
      tries: 0,
    })
    const lastUsed = sent.findIndex(one => one.used)
    return { id, code, sentUnused: (lastUsed === -1 ? sent.length : lastUsed) + 1 }
  })

/** Forgets a code that could not be sent, so that it costs the person no wait. */
export const dropCode = async (db: Database, id: string): Promise<void> => {
  await db.delete(codeChallenges).where(eq(codeChallenges.id, id))
}

export type Given = { phone: string; code: string; browser: string | null; now: Date }

/** Whether the browser that gives the code is the one that asked for it (requirement 4). */
const sameBrowser = (row: Row, browser: string | null) => {
  const given = browserHash(browser)
  return row.browser === null ? true : given !== null && row.browser.equals(given)
}

/**
 * Checks a code and counts the try, in a transaction of its own: a wrong code is counted whatever follows.
 * Gives the challenge's id. Refuses `wrong_code` and, while the phone is locked, `too_many_tries`.
 * `proven` also accepts a code that was right at sign-in less than ten minutes ago.
 */
export const checkCode = async (
  db: Database,
  vault: Vault,
  given: Given,
  proven = false,
): Promise<string> => {
  const checked = await db.transaction(async tx => {
    const phoneIndex = vault.phoneIndex(given.phone)
    const now = given.now.getTime()
    await lockPhone(tx, phoneIndex)
    const guard = await guardOf(tx, phoneIndex)
    const locked = secondsLocked(guard, now)
    if (locked > 0) return { locked }
    const [newest] = await tx
      .select()
      .from(codeChallenges)
      .where(eq(codeChallenges.phoneIndex, phoneIndex))
      .orderBy(desc(codeChallenges.sentAt), desc(codeChallenges.id))
      .limit(1)
    const usable =
      newest && (isOpen(challengeOf(newest), now) || (proven && provesPhone(challengeOf(newest), now)))
    if (!newest || !usable || !sameBrowser(newest, given.browser)) return { id: null }
    if (macOf(vault, given.phone, newest.id, given.code).equals(newest.codeMac)) {
      await keepGuard(tx, phoneIndex, afterRightCode(guard))
      return { id: newest.id }
    }
    await tx
      .update(codeChallenges)
      .set({ tries: newest.tries + 1 })
      .where(eq(codeChallenges.id, newest.id))
    await keepGuard(tx, phoneIndex, afterWrongCode(guard, now))
    return { id: null }
  })
  if (checked.locked !== undefined) refuseLocked(checked.locked)
  if (!checked.id) throw new Refusal('wrong_code')
  return checked.id
}

/** Uses a code up. False when another request was faster. */
export const consumeCode = async (tx: Database, id: string, now: Date): Promise<boolean> => {
  const used = await tx
    .update(codeChallenges)
    .set({ consumedAt: now })
    .where(and(eq(codeChallenges.id, id), isNull(codeChallenges.consumedAt)))
    .returning({ id: codeChallenges.id })
  return used.length > 0
}

/** Notes that a right code proved a phone that has no account yet. */
export const provePhone = async (db: Database, id: string, now: Date): Promise<void> => {
  await db.update(codeChallenges).set({ provenAt: now }).where(eq(codeChallenges.id, id))
}
