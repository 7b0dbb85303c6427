import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import { showPhone } from '#values/phone.ts'
import type { identity } from '../contract.ts'
import { type SecurityNoticeDeps, sendSecurityNotice } from './security-notices.ts'
import { endOtherSessions } from './session-store.ts'
import { requireUser } from './store.ts'
import { disableTotp, enableTotp, startTotp } from './totp.ts'

type Totp = Pick<typeof identity, 'startTotp' | 'enableTotp' | 'disableTotp'>

type Deps = SecurityNoticeDeps & { db: Database; keyring: Keyring }

/**
 * A person's authenticator app. Whether one is asked for changes who can sign in: every other session ends, and the person
 * has word of it (security-reliability requirement 11).
 */
export const totpRoutes = (deps: Deps): Handlers<Totp> => {
  const { db, keyring } = deps

  const changed = async (
    tx: Database,
    { userId, sessionId }: { userId: string; sessionId: string },
    kind: 'totp-on' | 'totp-off',
    now: Date,
  ) => {
    await endOtherSessions(tx, userId, sessionId, 'totp_changed', now)
    await sendSecurityNotice(tx, deps, await requireUser(tx, keyring, userId), { kind }, now)
  }

  return {
    startTotp: async ({ principal }) => {
      const { profile } = await requireUser(db, keyring, principal.userId)
      return { uri: await startTotp(db, keyring, principal.userId, showPhone(profile.phoneNumber)) }
    },

    enableTotp: ({ principal, body, audit, now }) =>
      db.transaction(async tx => {
        const recoveryCodes = await enableTotp(tx, keyring, principal.userId, body.code, now)
        await changed(tx, principal, 'totp-on', now)
        await audit(tx)
        return { recoveryCodes }
      }),

    disableTotp: async ({ principal, audit, now }) => {
      await db.transaction(async tx => {
        await disableTotp(tx, principal.userId)
        await changed(tx, principal, 'totp-off', now)
        await audit(tx)
      })
      return { success: true }
    },
  }
}
