import { and, eq } from 'drizzle-orm'
import type { Endpoint } from '#api/endpoint.ts'
import { AppError } from '#api/errors.ts'
import type { Database } from '#platform/db/database.ts'
import type { RequestContext } from '#platform/http/handler.ts'
import { cookieNames } from '#platform/http/http-context.ts'
import { daysBefore } from '#values/dates.ts'
import type { identity } from '../contract.ts'
import { describeDevice } from '../device.ts'
import type { SignInProof } from '../session-rules.ts'
import { checkCode } from './code-check.ts'
import { checkEmailCode, consumeEmailCode, sendEmailCode } from './email-codes.ts'
import {
  countAttempts,
  countConsecutiveFailures,
  findCounterScope,
  lockPhone,
  requireUnlocked,
  scopeCounters,
  secondsUntilUnlocked,
  uncountAttempts,
} from './lock-out.ts'
import { parsePhoneNumber } from './phone-numbers.ts'
import { type SecurityNoticeDeps, sendSecurityNotice } from './security-notices.ts'
import { type ChallengeDeps, consumeCode, markPhoneProven } from './send-code.ts'
import { beginSession, endSessionByToken } from './sessions.ts'
import { readRefreshCookie, setSessionTokens } from './set-session-tokens.ts'
import {
  findUserByPhone,
  findUserIdByPhone,
  recordSignIn,
  requireUser,
  toUser,
  type UserRecord,
} from './store.ts'
import { sessions } from './tables.ts'
import { loadUserTotp, verifySecondFactor } from './totp.ts'
import { userDevices } from './trusted-devices.ts'

/** Carriers may reassign a number 45 days after it was given up (47 CFR 52.15(f)(1)(ii)). */
const DORMANT_DAYS = 45

/**
 * What a sign-in requires in addition to the texted code: the authenticator app if the user has one; after 45 days
 * without a visit, a code mailed to the confirmed address, since the number may have been reassigned by then.
 */
export const requiredSecondProof = (
  user: { hasTotp: boolean; emailVerified: boolean; lastSeenAt: Date },
  now: Date,
): 'totp' | 'email' | null => {
  if (user.hasTotp) return 'totp'
  const dormant = user.lastSeenAt < daysBefore(now, DORMANT_DAYS)
  return dormant && user.emailVerified ? 'email' : null
}

export type SignInDeps = ChallengeDeps & SecurityNoticeDeps

type Asked = RequestContext<(typeof identity)['signIn']>
type SigningIn = Pick<RequestContext<Endpoint>, 'http' | 'audit' | 'now'>

/** After this many wrong codes in a row, the owner is emailed about the next sign-in. */
const MANY_WRONG = 5

/**
 * Begins a user's session and ends the browser's previous one. Throws `wrong_code` if the phone is no longer the user's:
 * changing it invalidates what the old one proved.
 */
export const startUserSession = async (
  { db, keyring }: Pick<SignInDeps, 'db' | 'keyring'>,
  { http, audit, now }: SigningIn,
  { userId, phone, proof }: { userId: string; phone: string; proof: SignInProof },
  also: (tx: Database) => Promise<void> = async () => undefined,
) => {
  const pair = await db.transaction(async tx => {
    await also(tx)
    if (!(await recordSignIn(tx, keyring, { userId, phone, now }))) throw new AppError('wrong_code')
    await endSessionByToken(tx, readRefreshCookie(http, 'user'), 'replaced', now)
    await audit(tx, { userId })
    const device = describeDevice(http.userAgent)
    const begun = await beginSession(tx, keyring, { kind: 'user', userId }, { proof, device, now })
    await userDevices.trust(tx, http, userId, now)
    return begun
  })
  return { ...setSessionTokens(http, keyring, pair), user: toUser(await requireUser(db, keyring, userId)) }
}

/** Checks the app's code, counted against the phone like a texted one. */
const appProof = async (
  { db, keyring }: SignInDeps,
  user: UserRecord,
  { given, browser, now }: { given: string; browser: string | null; now: Date },
) => {
  const phoneIndex = keyring.phoneIndex(user.profile.phoneNumber)
  const outcome = await db.transaction(async tx => {
    await lockPhone(tx, phoneIndex)
    const counters = scopeCounters(await findCounterScope(tx, phoneIndex, browser, now))
    const seconds = await secondsUntilUnlocked(tx, counters, now)
    if (seconds > 0) return { seconds, factor: null }
    const attempts = await countAttempts(tx, counters, now)
    const account = await loadUserTotp(tx, keyring, user.id)
    const factor = await verifySecondFactor(tx, keyring, account, given, now)
    if (factor !== null) await uncountAttempts(tx, attempts, now)
    return { seconds: 0, factor }
  })
  requireUnlocked(outcome.seconds)
  if (outcome.factor === null) throw new AppError('wrong_code')
  return `code+${outcome.factor}` as const
}

/** The id of the mailed code; if none was sent, mails one and requests it. */
const mailedProof = async (
  deps: SignInDeps,
  { id, profile }: UserRecord,
  given: string | undefined,
  now: Date,
) => {
  const about = { userId: id, purpose: 'sign-in', address: profile.email, now } as const
  if (given !== undefined) return checkEmailCode(deps.db, deps.keyring, { ...about, code: given })
  await deps.db.transaction(tx => sendEmailCode(tx, deps, about))
  throw new AppError('second_proof_required')
}

const isNewDevice = async (tx: Database, userId: string, device: string): Promise<boolean> => {
  const known = await tx
    .select({ device: sessions.device })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.kind, 'user')))
  return known.length > 0 && !known.some(session => session.device === device)
}

/**
 * Signs a user in with the texted code and, if required, a second proof. A right code without the required second proof
 * stays valid for ten minutes. Throws `wrong_code`, `totp_required`, `second_proof_required` or `no_account`.
 */
const signIn = async (deps: SignInDeps, call: Asked) => {
  const { db, keyring } = deps
  const { body, http, now } = call
  const phone = parsePhoneNumber(body.phoneNumber)
  const phoneIndex = keyring.phoneIndex(phone)
  const wrongBefore = await countConsecutiveFailures(db, phoneIndex)
  const hasSecondProof = body.totp !== undefined || body.emailCode !== undefined
  const browser = http.cookie(cookieNames.browser)
  const given = { phone, code: body.code, browser, now }
  const challengeId = await checkCode(deps, given, hasSecondProof)

  const user = await findUserByPhone(db, keyring, phone)
  if (user === null) {
    await markPhoneProven(db, challengeId, now)
    throw new AppError('no_account')
  }
  const userId = user.id
  const due = requiredSecondProof(user, now)
  if (due !== null) await markPhoneProven(db, challengeId, now)
  if (due === 'totp' && body.totp === undefined) throw new AppError('totp_required')

  const app = { given: body.totp ?? '', browser, now }
  const second = due === 'totp' ? await appProof(deps, user, app) : 'code'
  const emailCodeId = due === 'email' ? await mailedProof(deps, user, body.emailCode, now) : null
  const proof = emailCodeId === null ? second : 'code+email'
  const device = describeDevice(http.userAgent)
  return startUserSession(deps, call, { userId, phone, proof }, async tx => {
    if (!(await consumeCode(tx, challengeId, now))) throw new AppError('wrong_code')
    if (emailCodeId !== null) await consumeEmailCode(tx, emailCodeId, now)
    if (wrongBefore >= MANY_WRONG) {
      await sendSecurityNotice(tx, deps, user, { kind: 'many-wrong-codes', wrong: wrongBefore, device }, now)
    } else if (await isNewDevice(tx, userId, device)) {
      await sendSecurityNotice(tx, deps, user, { kind: 'new-device', device }, now)
    }
  })
}

/** Failures recorded in the audit log. */
const failures = ['wrong_code', 'too_many_tries', 'no_account'] as const

/** Signs in, and records a failure in the audit log, with the user if the phone has one. */
export const signInWithAudit = async (deps: SignInDeps, call: Asked) => {
  try {
    return await signIn(deps, call)
  } catch (refused) {
    const failure = refused instanceof AppError ? failures.find(code => code === refused.code) : undefined
    if (failure) {
      const userId = await findUserIdByPhone(deps.db, deps.keyring, parsePhoneNumber(call.body.phoneNumber))
      await call.audit(deps.db, { outcome: failure, ...(userId === null ? {} : { userId }) })
    }
    throw refused
  }
}
