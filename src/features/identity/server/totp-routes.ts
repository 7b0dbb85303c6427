import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { Answers } from '#platform/http/answer.ts'
import { showPhone } from '#values/phone.ts'
import type { identity } from '../contract.ts'
import { endOtherSessionsOf } from './end-sessions.ts'
import { type NotifyDeps, notify } from './notify.ts'
import { signedInPerson } from './store.ts'
import { disableTotp, enableTotp, startTotp } from './totp.ts'

type Totp = Pick<typeof identity, 'startTotp' | 'enableTotp' | 'disableTotp'>

type Deps = NotifyDeps & { db: Database; vault: Vault }

/**
 * A person's authenticator app. Whether one is asked for changes who can sign in: every other session ends, and the person
 * has word of it (security-reliability requirement 11).
 */
export const totpRoutes = (deps: Deps): Answers<Totp> => {
  const { db, vault } = deps

  const changed = async (
    tx: Database,
    { userId, sessionId }: { userId: string; sessionId: string },
    kind: 'totp-on' | 'totp-off',
    now: Date,
  ) => {
    await endOtherSessionsOf(tx, userId, sessionId, 'totp_changed', now)
    await notify(tx, deps, await signedInPerson(tx, vault, userId), { kind }, now)
  }

  return {
    startTotp: async ({ caller }) => {
      const { profile } = await signedInPerson(db, vault, caller.userId)
      return { uri: await startTotp(db, vault, caller.userId, showPhone(profile.phoneNumber)) }
    },

    enableTotp: ({ caller, body, note, now }) =>
      db.transaction(async tx => {
        const recoveryCodes = await enableTotp(tx, vault, caller.userId, body.code, now)
        await changed(tx, caller, 'totp-on', now)
        await note(tx)
        return { recoveryCodes }
      }),

    disableTotp: async ({ caller, note, now }) => {
      await db.transaction(async tx => {
        await disableTotp(tx, caller.userId)
        await changed(tx, caller, 'totp-off', now)
        await note(tx)
      })
      return { success: true }
    },
  }
}
