import { AppError } from '#api/errors.ts'
import { findUser } from '#features/identity/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { reports } from '../contract.ts'
import type { Refresh } from './refresh.ts'

export type RefreshDeps = { db: Database; keyring: Keyring; refresh: Refresh }

type Refreshing = Pick<Handlers<typeof reports>, 'refreshAll' | 'refreshOne'>

/** The calls by which an admin has the bureaus asked. A pull that is open goes on; nothing is started beside it. */
export const createRefreshHandlers = ({ db, keyring, refresh }: RefreshDeps): Refreshing => ({
  refreshAll: async ({ now, audit }) => ({ success: true, started: await refresh.startDue(now, audit) }),

  refreshOne: async ({ params: { userId }, now, audit }) => {
    const person = await findUser(db, keyring, userId)
    if (!person) throw new AppError('not_found')
    if (!person.enrolled) throw new AppError('no_consent')
    if (person.deletionAskedAt)
      throw new AppError('conflict', {
        message: 'This person has asked for the account to be deleted, so no report is fetched.',
      })
    await db.transaction(async tx => {
      const pullId = await refresh.start(tx, userId, now)
      await audit(tx, { userId, ...(pullId === null ? {} : { objectId: pullId }) })
    })
    return { success: true }
  },
})
