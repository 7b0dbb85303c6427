import { Refusal } from '#api/errors.ts'
import { deviceOf } from '#features/identity/device.ts'
import { endSession } from '#features/identity/server/end-sessions.ts'
import { handOver, leaveBrowser, refreshCookieIn } from '#features/identity/server/hand-over.ts'
import { renew } from '#features/identity/server/refresh.ts'
import { beginSession, endByToken } from '#features/identity/server/sessions.ts'
import { signedInPerson } from '#features/identity/server/store.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { Answers } from '#platform/http/answer.ts'
import type { staff } from '../contract.ts'
import { beginTry, forgetTries, takeTryBack } from './guards.ts'
import { deviceIn, rememberDevice } from './known-devices.ts'
import {
  changeManager,
  holdActive,
  managerByEmail,
  managerOf,
  requireVouched,
  signedInManager,
} from './managers.ts'
import type { Passwords } from './password-hash.ts'
import { openNow } from './store.ts'
import { type IsAppDue, proofOf } from './totp.ts'

type SignIn = Pick<typeof staff, 'signIn' | 'refresh' | 'signOut' | 'me'>

export type SignInDeps = {
  db: Database
  vault: Vault
  passwords: Passwords
  isAppDue: IsAppDue
}

/** How a manager's own session begins, goes on and ends. */
export const signInRoutes = ({ db, vault, passwords, isAppDue }: SignInDeps): Answers<SignIn> => ({
  signIn: async ({ body, http, note, now }) => {
    const { address } = http.origin()
    const counted = await beginTry(db, vault, { email: body.email, address, device: deviceIn(http), now })
    const known = await managerByEmail(db, vault.emailIndex(body.email))
    const unseen = async (error: unknown): Promise<never> => {
      await takeTryBack(db, counted, now)
      throw error
    }
    // Whether anybody has this address, and whether that manager may come in, the same work is done before the answer.
    const right = await passwords.matches(body.password, known?.passwordHash ?? null).catch(unseen)
    const wrong = async () => {
      await note(db, { managerId: known?.id, outcome: 'wrong_password' })
      return new Refusal('wrong_password')
    }
    if (!known || !right) throw await wrong()
    const outdated = passwords.isOutdated(known.passwordHash)
    const rehashed = outdated ? await passwords.hash(body.password).catch(unseen) : known.passwordHash

    const entered = await db.transaction(async tx => {
      const manager = await holdActive(tx, known.id)
      // Disabled, or given another password, while this one was looked at.
      if (manager?.passwordHash !== known.passwordHash) return null
      requireVouched(vault, manager)
      const due = isAppDue(manager.emailIndex)
      const proven = await proofOf(tx, vault, manager, { code: body.totp, due, now })
      if ('missing' in proven) {
        if (proven.missing !== 'wrong_code') await takeTryBack(tx, counted, now)
        await note(tx, { managerId: manager.id, outcome: proven.missing })
        return proven
      }
      await forgetTries(tx, counted)
      await rememberDevice(tx, http, manager.id, now)
      await endByToken(tx, refreshCookieIn(http, 'manager'), 'replaced', now)
      const rehash = outdated ? { passwordHash: rehashed } : {}
      await changeManager(tx, vault, manager, { ...rehash, lastSeenAt: now })
      await note(tx, { managerId: manager.id })
      const owner = { kind: 'manager', managerId: manager.id, role: manager.role, appDue: due } as const
      const { proof } = proven
      return {
        manager,
        pair: await beginSession(tx, vault, owner, { proof, device: deviceOf(http.agent), now }),
      }
    })
    if (entered === null) throw await wrong()
    if ('missing' in entered) throw new Refusal(entered.missing)
    return {
      ...handOver(http, vault, entered.pair),
      manager: managerOf(vault, entered.manager),
    }
  },

  refresh: call => renew({ db, vault }, call, 'manager'),

  signOut: async ({ caller, http, note, now }) => {
    await db.transaction(async tx => {
      await endSession(tx, caller.sessionId, 'signed_out', now)
      // In a browser the manager's sign-out leaves nobody signed in (specification section 4).
      await endByToken(tx, refreshCookieIn(http, 'user'), 'signed_out', now)
      await note(tx)
    })
    leaveBrowser(http)
    return { success: true }
  },

  me: async ({ caller, http, now }) => {
    if (http.web) http.header('x-csrf', vault.csrf(caller.sessionId))
    const manager = await signedInManager(db, caller.managerId)
    const [open] = await openNow(db, caller.managerId, now)
    return {
      ...managerOf(vault, manager),
      totpEnabled: manager.totpEnabledAt !== null,
      session: {
        expiresAt: caller.expiresAt.toISOString(),
        idleExpiresAt: caller.idleExpiresAt.toISOString(),
      },
      opened: open
        ? {
            phoneNumber: (await signedInPerson(db, vault, open.userId)).profile.phoneNumber,
            expiresAt: open.expiresAt.toISOString(),
          }
        : null,
    }
  },
})
