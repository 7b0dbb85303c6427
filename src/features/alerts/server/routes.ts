import { AppError, NotOffered } from '#api/errors.ts'
import type { AgreementTexts } from '#features/identity/server/agreements.ts'
import { requireCaller } from '#features/identity/server/authenticate.ts'
import { withdrawConsent } from '#features/identity/server/consents.ts'
import {
  hasPushSubscription,
  removePushSubscriptions,
  savePushSubscription,
} from '#features/identity/server/push-subscriptions.ts'
import { findUser, requireUser } from '#features/identity/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers, RequestContext } from '#platform/http/handler.ts'
import { isPushAddress, type Push } from '#providers/push/port.ts'
import type { alerts } from '../contract.ts'
import { listAlerts, markAlertRead } from './store.ts'
import { chooseWeekly, isWeekly, readUnsubscribeToken } from './weekly-email.ts'

type AlertDeps = { db: Database; keyring: Keyring; agreementTexts: AgreementTexts; push: Push | null }

type Stopping = Pick<RequestContext<(typeof alerts)['stopEmails']>, 'audit' | 'now'>

export const alertRoutes = ({ db, keyring, agreementTexts, push }: AlertDeps): Handlers<typeof alerts> => {
  /** Withdraws the consent named by a token; does nothing if repeated or if the user was deleted. */
  const stop = async (token: string, { audit, now }: Stopping) => {
    const userId = readUnsubscribeToken(keyring, token)
    if (userId === null) throw new AppError('not_found')
    if ((await findUser(db, keyring, userId)) !== null)
      await db.transaction(async tx => {
        if (await withdrawConsent(tx, agreementTexts, userId, 'email', now, 'unsubscribe_link'))
          await audit(tx, { userId })
      })
    return { success: true as const }
  }

  return {
    list: async ({ principal }) => {
      const { id, plan } = await requireCaller(db, keyring, principal)
      const data = await listAlerts(db, keyring, id, plan)
      return { data, unread: data.filter(({ read }) => !read).length }
    },

    read: async ({ principal, params: { alertId }, now }) => {
      const { id, plan } = await requireUser(db, keyring, principal.userId)
      await markAlertRead(db, keyring, { userId: id, plan, alertId, now })
      return { success: true }
    },

    notices: async ({ principal: { userId, sessionId } }) => ({
      weekly: await isWeekly(db, userId),
      push: push && { publicKey: push.publicKey, on: await hasPushSubscription(db, sessionId) },
    }),

    setWeekly: async ({ principal: { userId }, body: { weekly }, audit, now }) =>
      db.transaction(async tx => {
        await chooseWeekly(tx, userId, weekly, now)
        await audit(tx)
        return { success: true as const }
      }),

    startPush: async ({ principal: { userId, sessionId }, body: { isNew, ...subscription }, audit, now }) => {
      if (push === null) throw new NotOffered('Notifications are not set up here.')
      if (!isPushAddress(subscription.endpoint, push.hosts))
        throw new AppError('invalid_request', { message: 'We do not know the push service of this browser.' })
      return db.transaction(async tx => {
        const owner = { userId, sessionId }
        const on = await savePushSubscription(tx, keyring, owner, { subscription, isNew, now })
        await audit(tx)
        return { on }
      })
    },

    stopPush: async ({ principal: { sessionId }, audit }) =>
      db.transaction(async tx => {
        await removePushSubscriptions(tx, { sessionIds: [sessionId] })
        await audit(tx)
        return { success: true as const }
      }),

    stopEmails: ({ body, ...call }) => stop(body.token, call),

    stopEmailsAtOnce: ({ query, ...call }) => stop(query.token, call),
  }
}
