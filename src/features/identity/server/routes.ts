import type { Database } from '#platform/db/database.ts'
import type { ImpersonatedBy } from '#platform/http/access.ts'
import type { Handlers } from '#platform/http/handler.ts'
import { cookieNames } from '#platform/http/http-context.ts'
import { maskSsn } from '#values/mask.ts'
import type { identity } from '../contract.ts'
import { scheduledDeletion } from '../deletion.ts'
import { type RegistrationDeps, register } from './registration.ts'
import { sendSecurityNotice } from './security-notices.ts'
import { type SendCodeDeps, sendCode } from './send-code.ts'
import { refreshTokens, sessionRoutes } from './session-routes.ts'
import type { Session } from './session-store.ts'

import { type SignInDeps, signInWithAudit, startUserSession } from './sign-in.ts'
import { requireUser, toUser, updatePlan } from './store.ts'
import { receiveDelivery, receiveText, type TextWebhookDeps } from './text-webhook.ts'
import { userDevices } from './trusted-devices.ts'
import { userTotpRoutes } from './user-totp.ts'

export type IdentityDeps = RegistrationDeps & SendCodeDeps & SignInDeps & TextWebhookDeps

const toImpersonation = ({ managerName, scope, startedAt }: ImpersonatedBy, expiresAt: Date) => ({
  managerName,
  scope,
  startedAt: startedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

export const identityRoutes = (deps: IdentityDeps): Handlers<typeof identity> => {
  const { db, keyring } = deps

  /** Emails the user about a copied token, unless the session is a manager's impersonation. */
  const notifyOfReuse = async (tx: Database, { kind, userId, device }: Session, now: Date) => {
    if (kind !== 'user' || userId === null) return
    const user = await requireUser(tx, keyring, userId)
    await sendSecurityNotice(tx, deps, user, { kind: 'copied-session', device }, now)
  }

  return {
    sendCode: ({ body, http, now }) =>
      sendCode(deps, { phoneNumber: body.phoneNumber, browser: userDevices.ensureSecret(http), now }),

    signIn: call => signInWithAudit(deps, call),

    register: async call => {
      const { body, http, now, idempotencyKey } = call
      const browser = http.cookie(cookieNames.browser)
      const { userId, phone } = await register(deps, { body, browser, idempotencyKey, now })
      return startUserSession(deps, call, { userId, phone, proof: 'code' })
    },

    refresh: call => refreshTokens(deps, call, 'user', (tx, session) => notifyOfReuse(tx, session, call.now)),

    ...sessionRoutes(deps),
    ...userTotpRoutes(deps),

    me: async ({ principal, http }) => {
      if (http.web) http.header('x-csrf', keyring.csrf(principal.sessionId))
      const { expiresAt, idleExpiresAt, impersonation } = principal
      const user = await requireUser(db, keyring, principal.userId)
      return {
        ...toUser(user),
        ssn: maskSsn(user.profile.ssnLastFour),
        emailVerified: user.emailVerified,
        totpEnabled: user.hasTotp,
        deletionAt: scheduledDeletion(user.deletionAskedAt)?.toISOString() ?? null,
        ...(impersonation ? { impersonation: toImpersonation(impersonation, expiresAt) } : {}),
        session: { expiresAt: expiresAt.toISOString(), idleExpiresAt: idleExpiresAt.toISOString() },
      }
    },

    takeText: ({ body, http, now, audit }) =>
      receiveText(deps, { fields: body, signature: http.requestHeader('x-twilio-signature'), now, audit }),

    takeDelivery: ({ query, body, http }) =>
      receiveDelivery(deps, {
        reference: query.of ?? null,
        fields: body,
        signature: http.requestHeader('x-twilio-signature'),
      }),

    setMaxPlan: async ({ principal, body, audit }) => {
      await db.transaction(async tx => {
        await updatePlan(tx, principal.userId, body.enabled ? 'max' : 'free')
        await audit(tx)
      })
      return { success: true, user: toUser(await requireUser(db, keyring, principal.userId)) }
    },
  }
}
