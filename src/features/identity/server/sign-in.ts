import { and, eq } from 'drizzle-orm'
import type { Endpoint } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import type { Database } from '#platform/db/database.ts'
import type { Call } from '#platform/http/answer.ts'
import { cookieNames } from '#platform/http/cookies.ts'
import { countTry, secondsLocked, takeBack } from '../codes.ts'
import type { identity } from '../contract.ts'
import { deviceOf } from '../device.ts'
import { secondProofOf } from '../second-proof.ts'
import type { Proof } from '../session-rules.ts'
import { type ChallengeDeps, consumeCode, provePhone } from './challenges.ts'
import { checkCode } from './code-check.ts'
import { checkEmailCode, mailCode, spendEmailCode } from './email-codes.ts'
import { handOver, refreshCookieIn } from './hand-over.ts'
import { laneOf, rememberBrowser } from './known-browsers.ts'
import { type NotifyDeps, notify } from './notify.ts'
import { guardOf, keepGuard, lockPhone, refuseLocked, wrongInARow } from './phone-guards.ts'
import { phoneNumberOf } from './phone-numbers.ts'
import { beginSession, endByToken } from './sessions.ts'
import { noteSignIn, type Person, personByPhone, signedInPerson, userIdByPhone, userOf } from './store.ts'
import { sessions } from './tables.ts'
import { secondFactorOf } from './totp.ts'

export type SignInDeps = ChallengeDeps & NotifyDeps

type Asked = Call<(typeof identity)['signIn']>
type SigningIn = Pick<Call<Endpoint>, 'http' | 'note' | 'now'>

/** From how many wrong codes in a row on the owner hears of the sign-in that follows. */
const MANY_WRONG = 5

/**
 * Begins a person's session; the one that this browser had before ends (security-reliability requirement 19). Refuses
 * `wrong_code` when the phone is not the person's any more: a change of it ends what was proven by the old one.
 */
export const beginFor = async (
  { db, vault }: Pick<SignInDeps, 'db' | 'vault'>,
  { http, note, now }: SigningIn,
  { userId, phone, proof }: { userId: string; phone: string; proof: Proof },
  also: (tx: Database) => Promise<void> = async () => undefined,
) => {
  const pair = await db.transaction(async tx => {
    await also(tx)
    if (!(await noteSignIn(tx, vault, { userId, phone, now }))) throw new Refusal('wrong_code')
    await endByToken(tx, refreshCookieIn(http, 'user'), 'replaced', now)
    await note(tx, { userId })
    const device = deviceOf(http.agent)
    const begun = await beginSession(tx, vault, { kind: 'user', userId }, { proof, device, now })
    await rememberBrowser(tx, http, userId, now)
    return begun
  })
  return { ...handOver(http, vault, pair), user: userOf(await signedInPerson(db, vault, userId)) }
}

/** The app's code, counted against the phone like a texted one: before it is looked at, taken back when it is right. */
const appProof = async (
  { db, vault }: SignInDeps,
  person: Person,
  { given, browser, now }: { given: string; browser: string | null; now: Date },
) => {
  const phoneIndex = vault.phoneIndex(person.profile.phoneNumber)
  const outcome = await db.transaction(async tx => {
    await lockPhone(tx, phoneIndex)
    const lane = await laneOf(tx, phoneIndex, browser, now)
    const guard = await guardOf(tx, lane)
    const seconds = secondsLocked(guard, now.getTime())
    if (seconds > 0) return { seconds, proof: null }
    const counted = countTry(guard, now.getTime())
    const proof = await secondFactorOf(tx, vault, person.id, given, now)
    await keepGuard(tx, lane, proof ? takeBack(counted.guard, counted.tried) : counted.guard)
    return { seconds: 0, proof }
  })
  refuseLocked(outcome.seconds)
  if (outcome.proof === null) throw new Refusal('wrong_code')
  return outcome.proof
}

/** The mailed code's id; without one it is mailed now and asked for. */
const mailedProof = async (
  deps: SignInDeps,
  { id, profile }: Person,
  given: string | undefined,
  now: Date,
) => {
  const about = { userId: id, purpose: 'sign-in', address: profile.email, now } as const
  if (given !== undefined) return checkEmailCode(deps.db, deps.vault, { ...about, code: given })
  await deps.db.transaction(tx => mailCode(tx, deps, about))
  throw new Refusal('second_proof_required')
}

const isNewDevice = async (tx: Database, userId: string, device: string): Promise<boolean> => {
  const known = await tx
    .select({ device: sessions.device })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.kind, 'user')))
  return known.length > 0 && !known.some(session => session.device === device)
}

/**
 * Signs a person in by the texted code and, where it is due, a second proof. A right code whose second proof is still
 * missing stays good for ten minutes. Refuses `wrong_code`, `totp_required`, `second_proof_required`, `no_account`.
 */
export const signIn = async (deps: SignInDeps, call: Asked) => {
  const { db, vault } = deps
  const { body, http, now } = call
  const phone = phoneNumberOf(body.phoneNumber)
  const phoneIndex = vault.phoneIndex(phone)
  const wrongBefore = await wrongInARow(db, phoneIndex)
  const goesOn = body.totp !== undefined || body.emailCode !== undefined
  const browser = http.cookie(cookieNames.browser)
  const given = { phone, code: body.code, browser, now }
  const challengeId = await checkCode(deps, given, goesOn)

  const person = await personByPhone(db, vault, phone)
  if (person === null) {
    await provePhone(db, challengeId, now)
    throw new Refusal('no_account')
  }
  const userId = person.id
  const due = secondProofOf(person, now)
  if (due !== null) await provePhone(db, challengeId, now)
  if (due === 'totp' && body.totp === undefined) throw new Refusal('totp_required')

  const app = { given: body.totp ?? '', browser, now }
  const second = due === 'totp' ? await appProof(deps, person, app) : 'code'
  const emailCodeId = due === 'email' ? await mailedProof(deps, person, body.emailCode, now) : null
  const proof = emailCodeId === null ? second : 'code+email'
  const device = deviceOf(http.agent)
  return beginFor(deps, call, { userId, phone, proof }, async tx => {
    if (!(await consumeCode(tx, challengeId, now))) throw new Refusal('wrong_code')
    if (emailCodeId !== null) await spendEmailCode(tx, emailCodeId, now)
    if (wrongBefore >= MANY_WRONG) {
      await notify(tx, deps, person, { kind: 'many-wrong-codes', wrong: wrongBefore, device }, now)
    } else if (await isNewDevice(tx, userId, device)) {
      await notify(tx, deps, person, { kind: 'new-device', device }, now)
    }
  })
}

/** What a failed sign-in is called in the audit trail. */
const failures = ['wrong_code', 'too_many_tries', 'no_account'] as const

/** Signs in, and notes a failure in the audit trail with the person it concerned, when there is one. */
export const notedSignIn = async (deps: SignInDeps, call: Asked) => {
  try {
    return await signIn(deps, call)
  } catch (refused) {
    const failure = refused instanceof Refusal ? failures.find(code => code === refused.code) : undefined
    if (failure) {
      const userId = await userIdByPhone(deps.db, deps.vault, phoneNumberOf(call.body.phoneNumber))
      await call.note(deps.db, { outcome: failure, ...(userId === null ? {} : { userId }) })
    }
    throw refused
  }
}
