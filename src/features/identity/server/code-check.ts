import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { ProviderFailure } from '#providers/failure.ts'
import {
  exhaustedCodeMessage,
  isChallengeExhausted,
  isChallengeOpen,
  isPhoneStillProven,
  secondsUntilReplaced,
  smsCodePolicy,
} from '../codes.ts'
import {
  type CountedAttempts,
  countAttempts,
  findCounterScope,
  lockPhone,
  requireUnlocked,
  scopeCounters,
  secondsUntilUnlocked,
  uncountAttempts,
} from './lock-out.ts'
import { type ChallengeDeps, codesInScope, computeCodeMac, newestFirst } from './send-code.ts'
import { codeChallenges } from './tables.ts'
import { hashDeviceSecret } from './trusted-devices.ts'

type Row = typeof codeChallenges.$inferSelect

const toChallenge = ({ sentAt, tries, provenAt, consumedAt }: Row) => ({
  sentAt: sentAt.getTime(),
  tries,
  provenAt: provenAt?.getTime() ?? null,
  consumed: consumedAt !== null,
})

type SubmittedCode = { phone: string; code: string; browser: string | null; now: Date }

/** Whether the code is sent by the browser that requested it; codes of API clients are not bound. */
const isAskingBrowser = (row: Row, browser: string | null) => {
  const given = hashDeviceSecret(browser)
  return row.browser === null ? true : given !== null && row.browser.equals(given)
}

/** An attempt at one challenge, counted as wrong; `codeMac` is null if only the service knows the code. */
type Counted = {
  kind: 'counted'
  id: string
  phoneIndex: Buffer
  attempts: CountedAttempts
  codeMac: Buffer | null
}

/**
 * Why an attempt is not counted. Only the browser that requested a code learns that it was tried too often, since the
 * attempts were its own.
 */
const explainUncounted = async (
  tx: Database,
  phoneIndex: Buffer,
  browser: string | null,
  at: number,
): Promise<{ kind: 'exhausted'; seconds: number } | { kind: 'closed' }> => {
  const asker = hashDeviceSecret(browser)
  if (asker === null) return { kind: 'closed' }
  const [own] = await tx
    .select()
    .from(codeChallenges)
    .where(and(eq(codeChallenges.phoneIndex, phoneIndex), eq(codeChallenges.browser, asker)))
    .orderBy(...newestFirst)
    .limit(1)
  if (!own || !isChallengeExhausted(smsCodePolicy, toChallenge(own), at)) return { kind: 'closed' }
  return { kind: 'exhausted', seconds: secondsUntilReplaced(smsCodePolicy, toChallenge(own), at) }
}

/** Counts an attempt at the newest code, of the phone or of the trusted browser, before it is checked. */
const beginAttempt = async (
  tx: Database,
  keyring: Keyring,
  { phone, browser, now }: SubmittedCode,
  proven: boolean,
): Promise<{ kind: 'locked' | 'exhausted'; seconds: number } | { kind: 'closed' } | Counted> => {
  const [phoneIndex, at] = [keyring.phoneIndex(phone), now.getTime()]
  await lockPhone(tx, phoneIndex)
  const scope = await findCounterScope(tx, phoneIndex, browser, now)
  const counters = scopeCounters(scope)
  const seconds = await secondsUntilUnlocked(tx, counters, now)
  if (seconds > 0) return { kind: 'locked', seconds }
  const [newest] = await tx
    .select()
    .from(codeChallenges)
    .where(codesInScope(scope))
    .orderBy(...newestFirst)
    .limit(1)
  const usable =
    newest &&
    (isChallengeOpen(smsCodePolicy, toChallenge(newest), at) ||
      (proven && isPhoneStillProven(toChallenge(newest), at)))
  if (!newest || !usable || !isAskingBrowser(newest, browser))
    return explainUncounted(tx, phoneIndex, browser, at)
  const attempts = await countAttempts(tx, counters, now)
  await tx
    .update(codeChallenges)
    .set({ tries: newest.tries + 1 })
    .where(eq(codeChallenges.id, newest.id))
  return { kind: 'counted', id: newest.id, phoneIndex, attempts, codeMac: newest.codeMac }
}

/**
 * Uncounts an attempt whose code was right, or could not be checked. A right code is stored, since the provider forgets
 * it and registration sends it again.
 */
const endAttempt = async (
  tx: Database,
  keyring: Keyring,
  { phone, code, now }: SubmittedCode,
  { id, phoneIndex, attempts }: Counted,
  outcome: 'right' | 'unchecked',
): Promise<void> => {
  await lockPhone(tx, phoneIndex)
  await uncountAttempts(tx, attempts, now)
  await tx
    .update(codeChallenges)
    .set({
      tries: sql`${codeChallenges.tries} - 1`,
      ...(outcome === 'right' ? { codeMac: computeCodeMac(keyring, phone, id, code) } : {}),
    })
    .where(eq(codeChallenges.id, id))
}

/** Checks with the service that made the code; if it does not respond, the attempt is uncounted. */
const askService = async ({ db, keyring, codes }: ChallengeDeps, given: SubmittedCode, counted: Counted) => {
  const end = (outcome: 'right' | 'unchecked') =>
    db.transaction(tx => endAttempt(tx, keyring, given, counted, outcome))
  const right = await codes.check(given.phone, given.code).catch(async (failure: unknown) => {
    await end('unchecked')
    throw failure instanceof ProviderFailure
      ? new AppError('unavailable', { message: failure.userMessage })
      : failure
  })
  if (right) await end('right')
  return right
}

/**
 * Checks a code, counting the attempt in a separate transaction, and returns the challenge's id. Throws `wrong_code`,
 * `too_many_tries` if the phone is locked or the code was tried too often, and `unavailable` if the service does not
 * respond. `proven` also accepts a code that was accepted at sign-in less than ten minutes ago.
 */
export const checkCode = async (
  deps: ChallengeDeps,
  given: SubmittedCode,
  proven = false,
): Promise<string> => {
  const { db, keyring } = deps
  const begun = await db.transaction(async tx => {
    const counted = await beginAttempt(tx, keyring, given, proven)
    if (counted.kind !== 'counted' || counted.codeMac === null) return { counted, right: null }
    const right = computeCodeMac(keyring, given.phone, counted.id, given.code).equals(counted.codeMac)
    if (right) await endAttempt(tx, keyring, given, counted, 'right')
    return { counted, right }
  })
  const { counted } = begun
  if (counted.kind === 'locked') requireUnlocked(counted.seconds)
  if (counted.kind === 'exhausted') {
    throw new AppError('too_many_tries', {
      message: exhaustedCodeMessage,
      retryAfterSeconds: counted.seconds,
    })
  }
  if (counted.kind !== 'counted') throw new AppError('wrong_code')
  const right = begun.right ?? (await askService(deps, given, counted))
  if (!right) throw new AppError('wrong_code')
  return counted.id
}
