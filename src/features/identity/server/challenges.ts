import { and, count, desc, eq, gt, gte, isNull, sql } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { acquireTransactionLock, advisoryLocks } from '#platform/db/locks.ts'
import { newId } from '#platform/ids.ts'
import { dayIn, daysBefore } from '#values/dates.ts'
import { type SendRate, secondsLocked, secondsUntilNextCode, secondsUntilResend } from '../codes.ts'
import type { CodeSource } from './code-ways.ts'
import { clearConsecutiveFailures, loadFailureCounter, lockPhone, requireUnlocked } from './phone-guards.ts'
import { codeChallenges } from './tables.ts'
import { type CounterScope, findCounterScope, hashBrowserSecret } from './trusted-devices.ts'

type Row = typeof codeChallenges.$inferSelect

export type ChallengeDeps = { db: Database; vault: Keyring; codes: CodeSource }

/** What is stored of a code. */
export const computeCodeMac = (vault: Keyring, phone: string, challengeId: string, code: string) =>
  vault.mac('texted code', `${phone}|${challengeId}|${code}`)

const sentOf = ({ sentAt, consumedAt, provenAt }: Row) => ({
  sentAt: sentAt.getTime(),
  used: consumedAt !== null || provenAt !== null,
})

/** The codes that are counted together. */
export const codesInScope = ({ phoneIndex, trustedDevice }: CounterScope) =>
  and(
    eq(codeChallenges.phoneIndex, phoneIndex),
    eq(codeChallenges.known, trustedDevice !== null),
    trustedDevice === null ? undefined : eq(codeChallenges.browser, trustedDevice.browser),
  )

export const newestFirst = [desc(codeChallenges.sentAt), desc(codeChallenges.id)]

/**
 * Codes asked for since the business day began, up to one more than the cap: beyond that none is counted. One request at a
 * time counts, so that the cap is exact; what it reads is the day's end of one index.
 */
const countToday = async (
  tx: Database,
  { cap, timeZone }: CodeRequest['budget'],
  now: Date,
): Promise<number> => {
  await acquireTransactionLock(tx, advisoryLocks.codesOfTheDay)
  const dayBegan = sql`${dayIn(timeZone, now)}::date::timestamp at time zone ${timeZone}`
  const ofTheDay = tx
    .select({ sentAt: codeChallenges.sentAt })
    .from(codeChallenges)
    .where(gte(codeChallenges.sentAt, dayBegan))
    .limit(cap + 1)
    .as('of_the_day')
  const [row] = await tx.select({ codes: count() }).from(ofTheDay)
  return row?.codes ?? 0
}

export type CodeRequest = {
  phone: string
  browser: string | null
  rates: readonly SendRate[]
  /** How many codes a business day may see before numbers without an account are not texted any more. */
  budget: { cap: number; timeZone: string }
  now: Date
}

export type OpenedChallenge = {
  id: string
  send: (phone: string) => Promise<void>
  resendInSeconds: number
  overBudget: boolean
  /** This is the first code of the day over it. */
  budgetEnds: boolean
}

/**
 * Opens a challenge for a phone, the same for known and unknown numbers, and gives the way to send its code. Refuses
 * `too_many_tries` while the phone is locked or was sent enough codes.
 */
export const openChallenge = (
  { db, vault, codes }: ChallengeDeps,
  asked: CodeRequest,
): Promise<OpenedChallenge> =>
  db.transaction(async tx => {
    const { phone, browser, rates, budget, now } = asked
    const phoneIndex = vault.phoneIndex(phone)
    await lockPhone(tx, phoneIndex)
    const lane = await findCounterScope(tx, phoneIndex, browser, now)
    requireUnlocked(secondsLocked(await loadFailureCounter(tx, lane), now.getTime()))
    const rows = await tx
      .select()
      .from(codeChallenges)
      .where(and(codesInScope(lane), gt(codeChallenges.sentAt, daysBefore(now, 1))))
      .orderBy(...newestFirst)
    const sent = rows.map(sentOf)
    const wait = secondsUntilNextCode(sent, rates, now.getTime())
    if (wait > 0) {
      throw new AppError('too_many_tries', {
        message: `We sent you a code a moment ago. You can ask for another one in ${wait} seconds.`,
        retryAfterSeconds: wait,
      })
    }
    const today = await countToday(tx, budget, now)
    const id = newId()
    const { code, send } = codes.next()
    await tx.insert(codeChallenges).values({
      id,
      phoneIndex,
      codeMac: code === null ? null : computeCodeMac(vault, phone, id, code),
      browser: hashBrowserSecret(browser),
      known: lane.trustedDevice !== null,
      sentAt: now,
      tries: 0,
    })
    const resendInSeconds = secondsUntilResend([{ sentAt: now.getTime(), used: false }, ...sent])
    return { id, send, resendInSeconds, overBudget: today >= budget.cap, budgetEnds: today === budget.cap }
  })

/** Forgets a challenge whose code surely did not go out, so that it costs the person no wait. */
export const deleteChallenge = async (db: Database, id: string): Promise<void> => {
  await db.delete(codeChallenges).where(eq(codeChallenges.id, id))
}

/**
 * Uses a code up, which ends the phone's fails in a row, whichever browser they were given on: the person was here. False
 * when another request was faster.
 */
export const consumeCode = async (tx: Database, id: string, now: Date): Promise<boolean> => {
  const mine = eq(codeChallenges.id, id)
  const [challenge] = await tx.select().from(codeChallenges).where(mine)
  if (!challenge) return false
  const { phoneIndex } = challenge
  await lockPhone(tx, phoneIndex)
  const used = await tx
    .update(codeChallenges)
    .set({ consumedAt: now })
    .where(and(mine, isNull(codeChallenges.consumedAt)))
    .returning({ id: codeChallenges.id })
  if (used.length === 0) return false
  await clearConsecutiveFailures(tx, phoneIndex)
  return true
}

/** Notes when a right code first proved a phone: for its account's second proof, or for a new account. */
export const markPhoneProven = async (db: Database, id: string, now: Date): Promise<void> => {
  await db
    .update(codeChallenges)
    .set({ provenAt: now })
    .where(and(eq(codeChallenges.id, id), isNull(codeChallenges.provenAt)))
}
