import { AppError } from '#api/errors.ts'
import { describeDevice } from '#features/identity/device.ts'
import { refreshTokens } from '#features/identity/server/session-routes.ts'
import { endSessions } from '#features/identity/server/session-store.ts'
import { beginSession, endSessionByToken } from '#features/identity/server/sessions.ts'
import {
  clearBrowserSession,
  readRefreshCookie,
  setSessionTokens,
} from '#features/identity/server/set-session-tokens.ts'
import { requireUser } from '#features/identity/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { staff } from '../contract.ts'
import { listOpenImpersonations } from './impersonation.ts'
import { clearSignInAttempts, countSignInAttempt, managerDevices, uncountSignInAttempt } from './lock-out.ts'
import {
  findManagerByEmail,
  lockActiveManager,
  requireAuthenticRow,
  requireManager,
  toManager,
  updateManager,
} from './managers.ts'
import type { Passwords } from './password-hash.ts'
import { type IsTotpRequired, verifyManagerTotp } from './totp.ts'

type SignIn = Pick<typeof staff, 'signIn' | 'refresh' | 'signOut' | 'me'>

type SignInDeps = {
  db: Database
  keyring: Keyring
  passwords: Passwords
  isTotpRequired: IsTotpRequired
}

/** A manager's own session. */
export const signInRoutes = ({ db, keyring, passwords, isTotpRequired }: SignInDeps): Handlers<SignIn> => ({
  signIn: async ({ body, http, audit, now }) => {
    const { address } = http.origin()
    const counted = await countSignInAttempt(db, keyring, {
      email: body.email,
      address,
      device: managerDevices.readHash(http),
      now,
    })
    const known = await findManagerByEmail(db, keyring.emailIndex(body.email))
    const uncountAndThrow = async (error: unknown): Promise<never> => {
      await uncountSignInAttempt(db, counted, now)
      throw error
    }
    // The same work whether or not a manager with this address exists and may sign in.
    const right = await passwords.matches(body.password, known?.passwordHash ?? null).catch(uncountAndThrow)
    const wrong = async () => {
      await audit(db, { managerId: known?.id, outcome: 'wrong_password' })
      return new AppError('wrong_password')
    }
    if (!known || !right) throw await wrong()
    const outdated = passwords.isOutdated(known.passwordHash)
    const rehashed = outdated
      ? await passwords.hash(body.password).catch(uncountAndThrow)
      : known.passwordHash

    const result = await db.transaction(async tx => {
      const manager = await lockActiveManager(tx, known.id)
      // Disabled, or given another password, meanwhile.
      if (manager?.passwordHash !== known.passwordHash) return null
      requireAuthenticRow(keyring, manager)
      const isRequired = isTotpRequired(manager.emailIndex)
      const proven = await verifyManagerTotp(tx, keyring, manager, { code: body.totp, isRequired, now })
      if ('missing' in proven) {
        if (proven.missing !== 'wrong_code') await uncountSignInAttempt(tx, counted, now)
        await audit(tx, { managerId: manager.id, outcome: proven.missing })
        return proven
      }
      await clearSignInAttempts(tx, manager.id, counted)
      await managerDevices.trust(tx, http, manager.id, now)
      await endSessionByToken(tx, readRefreshCookie(http, 'manager'), 'replaced', now)
      const rehash = outdated ? { passwordHash: rehashed } : {}
      await updateManager(tx, keyring, manager, { ...rehash, lastSeenAt: now })
      await audit(tx, { managerId: manager.id })
      const owner = {
        kind: 'manager',
        managerId: manager.id,
        role: manager.role,
        appDue: isRequired,
      } as const
      const { proof } = proven
      return {
        manager,
        pair: await beginSession(tx, keyring, owner, { proof, device: describeDevice(http.userAgent), now }),
      }
    })
    if (result === null) throw await wrong()
    if ('missing' in result) throw new AppError(result.missing)
    return {
      ...setSessionTokens(http, keyring, result.pair),
      manager: toManager(keyring, result.manager),
    }
  },

  refresh: call => refreshTokens({ db, keyring }, call, 'manager'),

  signOut: async ({ principal, http, audit, now }) => {
    await db.transaction(async tx => {
      await endSessions(tx, { id: principal.sessionId }, 'signed_out', now)
      // Signing out a manager also signs out a user on the same browser.
      await endSessionByToken(tx, readRefreshCookie(http, 'user'), 'signed_out', now)
      await audit(tx)
    })
    clearBrowserSession(http)
    return { success: true }
  },

  me: async ({ principal, http, now }) => {
    if (http.web) http.header('x-csrf', keyring.csrf(principal.sessionId))
    const manager = await requireManager(db, principal.managerId)
    const [open] = await listOpenImpersonations(db, principal.managerId, now)
    return {
      ...toManager(keyring, manager),
      totpEnabled: manager.totpEnabledAt !== null,
      session: {
        expiresAt: principal.expiresAt.toISOString(),
        idleExpiresAt: principal.idleExpiresAt.toISOString(),
      },
      opened: open
        ? {
            phoneNumber: (await requireUser(db, keyring, open.userId)).profile.phoneNumber,
            expiresAt: open.expiresAt.toISOString(),
          }
        : null,
    }
  },
})
