import { randomInt } from 'node:crypto'
import { and, count, desc, eq, gt, gte, isNull, sql } from 'drizzle-orm'
import { AppError, type ErrorCode } from '#api/errors.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { acquireTransactionLock, advisoryLocks } from '#platform/db/locks.ts'
import type { RateLimits } from '#platform/http/rate-limits.ts'
import { newId } from '#platform/ids.ts'
import type { Background } from '#platform/jobs/loop.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { type FailureReason, ProviderFailure } from '#providers/failure.ts'
import type { CodeService, Sms } from '#providers/sms/port.ts'
import { dayIn, daysBefore } from '#values/dates.ts'
import { type CodePolicy, codeMessage, secondsUntilNextCode, secondsUntilResend } from '../codes.ts'
import {
  type CounterScope,
  clearConsecutiveFailures,
  findCounterScope,
  lockPhone,
  requireUnlocked,
  scopeCounters,
  secondsUntilUnlocked,
} from './lock-out.ts'
import { parsePhoneNumber, phoneExchange } from './phone-numbers.ts'
import { findUserIdByPhone } from './store.ts'
import { codeChallenges } from './tables.ts'
import type { TextDeliveries } from './text-webhook.ts'
import { hashDeviceSecret } from './trusted-devices.ts'

/** A code of six random digits. */
export const generateSixDigitCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * Creates the codes. The limits on requests, attempts and lifetime are the same for all sources
 * (docs/decisions/0010-real-codes.md).
 */
type CodeSource = {
  /** The next code and how to send it. The code is null if the provider creates it and does not share it. */
  next: (challengeId: string) => { code: string | null; send: (phone: string) => Promise<void> }
  /** Checks with the provider whether a code is the last one sent. Throws ProviderFailure. */
  check: (phone: string, code: string) => Promise<boolean>
}

/** Codes of our own, sent as texts that name the sender, and `host` for phones that fill in the code. */
export const ownCodes = (sms: Sms, host: string, sender: string): CodeSource => ({
  next: reference => {
    const code = generateSixDigitCode()
    return { code, send: phone => sms.send({ to: phone, body: codeMessage(code, host, sender), reference }) }
  },
  // A code without a MAC was sent by a provider, before this server's configuration changed.
  check: async () => false,
})

/** Codes created, sent and checked by a service. */
export const serviceCodes = (service: CodeService): CodeSource => ({
  next: () => ({ code: null, send: service.send }),
  check: service.check,
})

type Row = typeof codeChallenges.$inferSelect

export type ChallengeDeps = { db: Database; keyring: Keyring; codes: CodeSource }

/** What is stored of a code. */
export const computeCodeMac = (keyring: Keyring, phone: string, challengeId: string, code: string) =>
  keyring.mac('texted code', `${phone}|${challengeId}|${code}`)

const sentOf = ({ sentAt, consumedAt, provenAt }: Row) => ({
  sentAt: sentAt.getTime(),
  used: consumedAt !== null || provenAt !== null,
})

/** The codes that are counted together. */
export const codesInScope = ({ phoneIndex, trustedDevice }: CounterScope) =>
  and(
    eq(codeChallenges.phoneIndex, phoneIndex),
    eq(codeChallenges.known, trustedDevice !== null),
    trustedDevice === null ? undefined : eq(codeChallenges.browser, trustedDevice.secretHash),
  )

export const newestFirst = [desc(codeChallenges.sentAt), desc(codeChallenges.id)]

/**
 * Codes requested since the business day began, up to one more than the cap. Requests are serialized while counting, so
 * that the cap is exact; the query reads only the end of one index.
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

type CodeRequest = {
  phone: string
  browser: string | null
  policy: CodePolicy
  /** How many codes may be sent in a business day before numbers without an account are no longer texted. */
  budget: { cap: number; timeZone: string }
  now: Date
}

type OpenedChallenge = {
  id: string
  send: (phone: string) => Promise<void>
  resendInSeconds: number
  overBudget: boolean
  /** Whether this is the first code of the day beyond the budget. */
  budgetEnds: boolean
  /** Why the previous code did not arrive; null if that is not known. */
  lastFailure: ProviderFailure | null
}

/** Why the newest code did not arrive, while it would still be valid. */
const failureOfLast = (
  deliveries: TextDeliveries | null,
  [last]: readonly Row[],
  { policy, now }: CodeRequest,
): ProviderFailure | null =>
  deliveries === null ||
  !last ||
  last.undelivered === null ||
  now.getTime() - last.sentAt.getTime() > policy.lifeSeconds * 1_000
    ? null
    : deliveries.explain(last.undelivered)

const notArrived = 'The last text to this number did not arrive.'

/**
 * Creates a challenge for a phone, the same for known and unknown numbers, and returns how to send its code. Throws
 * `too_many_tries` if the phone is locked or was sent enough codes, and `phone_not_textable` if the last text showed that
 * the number cannot receive any.
 */
const openChallenge = (
  { db, keyring, codes, deliveries }: Pick<SendCodeDeps, keyof ChallengeDeps | 'deliveries'>,
  asked: CodeRequest,
): Promise<OpenedChallenge> =>
  db.transaction(async tx => {
    const { phone, browser, policy, budget, now } = asked
    const phoneIndex = keyring.phoneIndex(phone)
    await lockPhone(tx, phoneIndex)
    const scope = await findCounterScope(tx, phoneIndex, browser, now)
    requireUnlocked(await secondsUntilUnlocked(tx, scopeCounters(scope), now))
    const rows = await tx
      .select()
      .from(codeChallenges)
      .where(and(codesInScope(scope), gt(codeChallenges.sentAt, daysBefore(now, 1))))
      .orderBy(...newestFirst)
    const lastFailure = failureOfLast(deliveries, rows, asked)
    if (lastFailure?.reason === 'recipient' && !lastFailure.retryable)
      throw new AppError('phone_not_textable', { message: `${notArrived} ${lastFailure.userMessage}` })
    const sent = rows.map(sentOf)
    const wait = secondsUntilNextCode(policy, sent, now.getTime())
    if (wait > 0) {
      throw new AppError('too_many_tries', {
        message: `We sent you a code a moment ago. You can ask for another one in ${wait} seconds.`,
        retryAfterSeconds: wait,
      })
    }
    const today = await countToday(tx, budget, now)
    const id = newId()
    const { code, send } = codes.next(id)
    await tx.insert(codeChallenges).values({
      id,
      phoneIndex,
      codeMac: code === null ? null : computeCodeMac(keyring, phone, id, code),
      browser: hashDeviceSecret(browser),
      known: scope.trustedDevice !== null,
      sentAt: now,
      tries: 0,
    })
    const resendInSeconds = secondsUntilResend(policy, [{ sentAt: now.getTime(), used: false }, ...sent])
    return {
      id,
      send,
      resendInSeconds,
      overBudget: today >= budget.cap,
      budgetEnds: today === budget.cap,
      lastFailure,
    }
  })

/** Deletes a challenge whose code was certainly not sent, so that the user need not wait for the next. */
const deleteChallenge = async (db: Database, id: string): Promise<void> => {
  await db.delete(codeChallenges).where(eq(codeChallenges.id, id))
}

/**
 * Uses up a code, which resets the phone's consecutive failures on every browser. False if another request used it first.
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

/** Records when a right code first proved a phone, for the account's second proof or for a new account. */
export const markPhoneProven = async (db: Database, id: string, now: Date): Promise<void> => {
  await db
    .update(codeChallenges)
    .set({ provenAt: now })
    .where(and(eq(codeChallenges.id, id), isNull(codeChallenges.provenAt)))
}

export type SendCodeDeps = ChallengeDeps & {
  limits: RateLimits
  log: Log
  background: Background
  codePolicy: CodePolicy
  deliveries: TextDeliveries | null
  /** Codes per business day after which only numbers with an account are texted. */
  dailyCap: number
  timeZone: string
}

/** Sent to everyone, so it does not reveal whether the number has an account. */
const overBudgetWords =
  'We have texted many codes today. If this number has an account, its code is on its way. To create an account, try again tomorrow.'

const refusals = {
  recipient: 'phone_not_textable',
  quota: 'too_many_tries',
  provider: 'unavailable',
} as const satisfies Record<FailureReason, ErrorCode>

/**
 * Texts a code. If sending certainly failed, the challenge is deleted and the reason thrown; if the outcome is unknown,
 * it stays, since the code may arrive, and the reply says so. Beyond the daily budget only numbers with an account are
 * texted; neither the reply's text nor its time reveals which, since the text is sent after it.
 */
export const sendCode = async (
  deps: SendCodeDeps,
  asked: { phoneNumber: string; browser: string | null; now: Date },
) => {
  const { db, keyring, limits, log, background, codePolicy: policy, dailyCap, timeZone } = deps
  const { browser, now } = asked
  const phone = parsePhoneNumber(asked.phoneNumber)
  // A stranger who uses up an exchange's codes must not lock users out of their trusted browsers.
  const { trustedDevice } = await findCounterScope(db, keyring.phoneIndex(phone), browser, now)
  if (trustedDevice === null) await limits.consume('codes', { exchange: phoneExchange(phone) })
  const budget = { cap: dailyCap, timeZone }
  const challenge = await openChallenge(deps, { phone, browser, policy, budget, now })
  const { id, send, resendInSeconds, overBudget, budgetEnds, lastFailure } = challenge
  if (budgetEnds) log.error('the cap of texts is reached: no new user can register today')
  const answer = { success: true, expiresInSeconds: policy.lifeSeconds, resendInSeconds } as const
  if (overBudget) {
    background.run('a code over the budget', async () => {
      if ((await findUserIdByPhone(db, keyring, phone)) !== null) await send(phone)
    })
    return { ...answer, message: overBudgetWords }
  }
  try {
    await send(phone)
    return lastFailure === null
      ? answer
      : { ...answer, message: `We sent a new code. ${notArrived} ${lastFailure.userMessage}` }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    log.warn('a code was not sent', { error })
    if (error.outcomeUnknown) return { ...answer, message: error.userMessage }
    await deleteChallenge(db, id)
    throw new AppError(refusals[error.reason], {
      message: `Failed to send SMS. ${error.userMessage}`,
      ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    })
  }
}
