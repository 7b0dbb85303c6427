import { Refusal } from '#api/errors.ts'
import { withdrawConsent } from '#features/identity/server/consents.ts'
import { personOf, signedInPerson } from '#features/identity/server/store.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { Answers, Call } from '#platform/http/answer.ts'
import type { alerts } from '../contract.ts'
import { alertsOfPerson, markRead } from './store.ts'
import { unsubscribedBy } from './unsubscribe-token.ts'

export type AlertDeps = { db: Database; vault: Vault }

type Stopping = Pick<Call<(typeof alerts)['stopEmails']>, 'note' | 'now'>

export const alertRoutes = ({ db, vault }: AlertDeps): Answers<typeof alerts> => {
  /** Withdraws the consent that a token names; withdrawn before, or of a person who is gone, nothing changes. */
  const stop = async (token: string, { note, now }: Stopping) => {
    const userId = unsubscribedBy(vault, token)
    if (userId === null) throw new Refusal('not_found')
    if ((await personOf(db, vault, userId)) !== null)
      await db.transaction(async tx => {
        if (await withdrawConsent(tx, userId, 'email', now, 'unsubscribe_link')) await note(tx, { userId })
      })
    return { success: true as const }
  }

  return {
    list: async ({ caller }) => {
      const { id, plan } = await signedInPerson(db, vault, caller.userId)
      const data = await alertsOfPerson(db, vault, id, plan)
      return { data, unread: data.filter(({ read }) => !read).length }
    },

    read: async ({ caller, params: { alertId }, now }) => {
      const { id, plan } = await signedInPerson(db, vault, caller.userId)
      await markRead(db, vault, { userId: id, plan, alertId, now })
      return { success: true }
    },

    stopEmails: ({ body, ...call }) => stop(body.token, call),

    stopEmailsAtOnce: ({ query, ...call }) => stop(query.token, call),
  }
}
