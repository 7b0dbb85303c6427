import { Refusal } from '#api/errors.ts'
import { personOf } from '#features/identity/server/store.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { Answers } from '#platform/http/answer.ts'
import type { reports } from '../contract.ts'
import type { Refresh } from './refresh.ts'

export type RefreshDeps = { db: Database; vault: Vault; refresh: Refresh }

type Refreshing = Pick<Answers<typeof reports>, 'refreshAll' | 'refreshOne'>

/** The calls by which an admin has the bureaus asked. A pull that is open goes on; nothing is started beside it. */
export const refreshRoutes = ({ db, vault, refresh }: RefreshDeps): Refreshing => ({
  refreshAll: async ({ now, note }) => ({ success: true, started: await refresh.startDue(now, note) }),

  refreshOne: async ({ params: { userId }, now, note }) => {
    const person = await personOf(db, vault, userId)
    if (!person) throw new Refusal('not_found')
    if (!person.enrolled) throw new Refusal('no_consent')
    if (person.deletionAskedAt)
      throw new Refusal('conflict', {
        message: 'This person has asked for the account to be deleted, so no report is fetched.',
      })
    await db.transaction(async tx => {
      const pullId = await refresh.start(tx, userId, now)
      await note(tx, { userId, ...(pullId === null ? {} : { objectId: pullId }) })
    })
    return { success: true }
  },
})
