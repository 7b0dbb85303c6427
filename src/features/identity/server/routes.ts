import { randomBytes } from 'node:crypto'
import { Refusal } from '#api/errors.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { Sms } from '#providers/sms/port.ts'
import type { Answers, Exchange } from '#server/answer.ts'
import { cookieNames } from '#server/cookies.ts'
import type { Vault } from '#server/sealed.ts'
import { CODE_LIFE_SECONDS, codeMessage, resendSeconds, type SendRate } from '../codes.ts'
import type { identity } from '../contract.ts'
import { ACCESS_LIFE } from '../session-rules.ts'
import { checkCode, consumeCode, dropCode, newCode, provePhone } from './challenges.ts'
import { exchangeOf, phoneNumberOf } from './phone-numbers.ts'
import { type RegistrationDeps, register } from './registration.ts'
import { beginSession, endReplaced, refreshSession, signOut, type TokenPair } from './sessions.ts'
import { savePlan, signedInPerson, userIdByPhone, userOf } from './store.ts'

export type IdentityDeps = RegistrationDeps & {
  sms: Sms
  sendRates: readonly SendRate[]
  /** The host that the WebOTP line of a text names. */
  publicHost: string
}

/** Gives the tokens the way the caller takes them: cookies and a marker for the web app, else in the JSON. */
const handOver = (http: Exchange, vault: Vault, pair: TokenPair) => {
  if (!http.web) return { accessToken: pair.access, refreshToken: pair.refresh }
  http.setCookie(cookieNames.access, pair.access, Math.min(ACCESS_LIFE / 1_000, pair.secondsLeft))
  http.setCookie(cookieNames.refresh, pair.refresh, pair.secondsLeft)
  http.header('x-csrf', vault.csrf(pair.sessionId))
  return { accessToken: 'cookie', refreshToken: 'cookie' }
}

const BROWSER_COOKIE_SECONDS = 30 * 60

/** The secret of the browser that asks for a code, made on first need; API clients have none. */
const browserOf = (http: Exchange): string | null => {
  if (!http.web) return null
  const known = http.cookie(cookieNames.browser)
  const browser = known && /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString('base64url')
  http.setCookie(cookieNames.browser, browser, BROWSER_COOKIE_SECONDS)
  return browser
}

export const identityRoutes = (deps: IdentityDeps): Answers<typeof identity> => {
  const { db, vault, sms, limits, sendRates, publicHost } = deps

  /** A new session; the one that this browser had before ends (security-reliability requirement 19). */
  const signedIn = async (http: Exchange, userId: string, now: Date) => {
    const before = http.web ? http.cookie(cookieNames.refresh) : null
    const pair = await db.transaction(async tx => {
      if (before !== null) await endReplaced(tx, before, now)
      return beginSession(tx, vault, userId, now)
    })
    return { ...handOver(http, vault, pair), user: userOf(await signedInPerson(db, vault, userId)) }
  }

  return {
    sendCode: async ({ body, http, now }) => {
      const phone = phoneNumberOf(body.phoneNumber)
      await limits.spend('codes', { exchange: exchangeOf(phone) })
      const { id, code, sentUnused } = await newCode(db, vault, {
        phone,
        browser: browserOf(http),
        rates: sendRates,
        now,
      })
      try {
        await sms.send({ to: phone, body: codeMessage(code, publicHost) })
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        await dropCode(db, id)
        throw new Refusal('unavailable', { message: `Failed to send SMS. ${error.words}` })
      }
      return {
        success: true,
        expiresInSeconds: CODE_LIFE_SECONDS,
        resendInSeconds: resendSeconds(sentUnused),
      }
    },

    signIn: async ({ body, http, now }) => {
      const phone = phoneNumberOf(body.phoneNumber)
      const given = { phone, code: body.code, browser: http.cookie(cookieNames.browser), now }
      const challengeId = await checkCode(db, vault, given)
      const userId = await userIdByPhone(db, vault, phone)
      if (userId === null) {
        await provePhone(db, challengeId, now)
        throw new Refusal('no_account')
      }
      if (!(await consumeCode(db, challengeId, now))) throw new Refusal('wrong_code')
      return signedIn(http, userId, now)
    },

    register: async ({ body, http, now, idempotencyKey }) => {
      const browser = http.cookie(cookieNames.browser)
      return signedIn(http, await register(deps, { body, browser, idempotencyKey, now }), now)
    },

    refresh: async ({ body, http, now }) => {
      const token = http.web ? http.cookie(cookieNames.refresh) : (body.refreshToken ?? null)
      const pair = token === null ? null : await refreshSession(db, vault, token, now)
      if (!pair) {
        if (http.web) for (const name of [cookieNames.access, cookieNames.refresh]) http.clearCookie(name)
        throw new Refusal('no_session', {
          message: token === null ? 'No user refresh token available' : 'User token refresh failed',
        })
      }
      return handOver(http, vault, pair)
    },

    signOut: async ({ caller, http, now }) => {
      await signOut(db, caller.sessionId, now)
      for (const name of [cookieNames.access, cookieNames.refresh]) http.clearCookie(name)
      http.header('clear-site-data', '"cache", "storage"')
      return { success: true }
    },

    me: async ({ caller, http }) => {
      if (http.web) http.header('x-csrf', vault.csrf(caller.sessionId))
      const { expiresAt, idleExpiresAt } = caller
      return {
        ...userOf(await signedInPerson(db, vault, caller.userId)),
        session: { expiresAt: expiresAt.toISOString(), idleExpiresAt: idleExpiresAt.toISOString() },
      }
    },

    setMaxPlan: async ({ caller, body }) => {
      await savePlan(db, caller.userId, body.enabled ? 'max' : 'free')
      return { success: true, user: userOf(await signedInPerson(db, vault, caller.userId)) }
    },
  }
}
