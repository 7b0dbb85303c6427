import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { ProviderFailure } from '#providers/failure.ts'
import {
  type CountedAttempt,
  countAttempt,
  exhaustedCodeMessage,
  isChallengeExhausted,
  isChallengeOpen,
  isPhoneStillProven,
  secondsLocked,
  secondsUntilNextCode,
  uncountAttempt,
} from '../codes.ts'
import { loadFailureCounter, lockPhone, requireUnlocked, saveFailureCounter } from './phone-guards.ts'
import { type ChallengeDeps, codesInScope, computeCodeMac, newestFirst } from './send-code.ts'
import { codeChallenges } from './tables.ts'
import { type CounterScope, findCounterScope, hashBrowserSecret } from './trusted-devices.ts'

type Row = typeof codeChallenges.$inferSelect

const challengeOf = ({ sentAt, tries, provenAt, consumedAt }: Row) => ({
  sentAt: sentAt.getTime(),
  tries,
  provenAt: provenAt?.getTime() ?? null,
  consumed: consumedAt !== null,
})

export type SubmittedCode = { phone: string; code: string; browser: string | null; now: Date }

/** Whether the browser that gives the code is the one that asked for it (requirement 4). */
const sameBrowser = (row: Row, browser: string | null) => {
  const given = hashBrowserSecret(browser)
  return row.browser === null ? true : given !== null && row.browser.equals(given)
}

/** A try of one challenge that was counted as wrong; `known` is what the code must give, null where we cannot tell. */
type Counted = {
  kind: 'counted'
  id: string
  lane: CounterScope
  tried: CountedAttempt
  known: Buffer | null
}

/**
 * Why a try is not counted. That a code was tried too often is said only to the browser that asked for it, whose tries they
 * were; it may count apart from others no more.
 */
const refusedTry = async (
  tx: Database,
  phoneIndex: Buffer,
  browser: string | null,
  at: number,
): Promise<{ kind: 'spent'; seconds: number } | { kind: 'closed' }> => {
  const asker = hashBrowserSecret(browser)
  if (asker === null) return { kind: 'closed' }
  const [own] = await tx
    .select()
    .from(codeChallenges)
    .where(and(eq(codeChallenges.phoneIndex, phoneIndex), eq(codeChallenges.browser, asker)))
    .orderBy(...newestFirst)
    .limit(1)
  if (!own || !isChallengeExhausted(challengeOf(own), at)) return { kind: 'closed' }
  const sent = [{ sentAt: own.sentAt.getTime(), used: false }]
  return { kind: 'spent', seconds: Math.max(1, secondsUntilNextCode(sent, [], at)) }
}

/** Counts one try of the newest code, the phone's or the known browser's own, whatever follows. */
const beginTry = async (
  tx: Database,
  keyring: Keyring,
  { phone, browser, now }: SubmittedCode,
  proven: boolean,
): Promise<{ kind: 'locked' | 'spent'; seconds: number } | { kind: 'closed' } | Counted> => {
  const [phoneIndex, at] = [keyring.phoneIndex(phone), now.getTime()]
  await lockPhone(tx, phoneIndex)
  const lane = await findCounterScope(tx, phoneIndex, browser, now)
  const guard = await loadFailureCounter(tx, lane)
  const seconds = secondsLocked(guard, at)
  if (seconds > 0) return { kind: 'locked', seconds }
  const [newest] = await tx
    .select()
    .from(codeChallenges)
    .where(codesInScope(lane))
    .orderBy(...newestFirst)
    .limit(1)
  const usable =
    newest &&
    (isChallengeOpen(challengeOf(newest), at) || (proven && isPhoneStillProven(challengeOf(newest), at)))
  if (!newest || !usable || !sameBrowser(newest, browser)) return refusedTry(tx, phoneIndex, browser, at)
  const counted = countAttempt(guard, at)
  await saveFailureCounter(tx, lane, counted.guard)
  await tx
    .update(codeChallenges)
    .set({ tries: newest.tries + 1 })
    .where(eq(codeChallenges.id, newest.id))
  return { kind: 'counted', id: newest.id, lane, tried: counted.tried, known: newest.codeMac }
}

/**
 * Takes a counted try back: its code was right, or nobody could look at it. A right code is known from then on, since
 * a service forgets it and registering gives it again.
 */
const endTry = async (
  tx: Database,
  keyring: Keyring,
  { phone, code }: SubmittedCode,
  { id, lane, tried }: Counted,
  outcome: 'right' | 'not looked at',
): Promise<void> => {
  await lockPhone(tx, lane.phoneIndex)
  await saveFailureCounter(tx, lane, uncountAttempt(await loadFailureCounter(tx, lane), tried))
  await tx
    .update(codeChallenges)
    .set({
      tries: sql`${codeChallenges.tries} - 1`,
      ...(outcome === 'right' ? { codeMac: computeCodeMac(keyring, phone, id, code) } : {}),
    })
    .where(eq(codeChallenges.id, id))
}

/** Asks whoever made the code; a failure to answer costs the person no try. */
const askMaker = async ({ db, keyring, codes }: ChallengeDeps, given: SubmittedCode, counted: Counted) => {
  const end = (outcome: 'right' | 'not looked at') =>
    db.transaction(tx => endTry(tx, keyring, given, counted, outcome))
  const right = await codes.check(given.phone, given.code).catch(async (failure: unknown) => {
    await end('not looked at')
    throw failure instanceof ProviderFailure
      ? new AppError('unavailable', { message: failure.userMessage })
      : failure
  })
  if (right) await end('right')
  return right
}

/**
 * Checks a code and counts the try, in a transaction of its own: a wrong code is counted whatever follows.
 * Gives the challenge's id. Refuses `wrong_code`, while the phone is locked or once the code was tried too often
 * `too_many_tries`, and `unavailable` when the code's maker does not answer. `proven` also accepts a code that was right at sign-in less than ten minutes ago.
 */
export const checkCode = async (
  deps: ChallengeDeps,
  given: SubmittedCode,
  proven = false,
): Promise<string> => {
  const { db, keyring } = deps
  const begun = await db.transaction(async tx => {
    const counted = await beginTry(tx, keyring, given, proven)
    if (counted.kind !== 'counted' || counted.known === null) return { counted, right: null }
    const right = computeCodeMac(keyring, given.phone, counted.id, given.code).equals(counted.known)
    if (right) await endTry(tx, keyring, given, counted, 'right')
    return { counted, right }
  })
  const { counted } = begun
  if (counted.kind === 'locked') requireUnlocked(counted.seconds)
  if (counted.kind === 'spent') {
    throw new AppError('too_many_tries', {
      message: exhaustedCodeMessage,
      retryAfterSeconds: counted.seconds,
    })
  }
  if (counted.kind !== 'counted') throw new AppError('wrong_code')
  const right = begun.right ?? (await askMaker(deps, given, counted))
  if (!right) throw new AppError('wrong_code')
  return counted.id
}
