import type { Database } from '#platform/db/database.ts'
import type { OpenedBy } from '#platform/http/access.ts'
import type { Answers } from '#platform/http/answer.ts'
import { cookieNames } from '#platform/http/cookies.ts'
import { maskSsn } from '#values/mask.ts'
import type { identity } from '../contract.ts'
import { deletionInstant } from '../deletion.ts'
import { browserOf } from './known-browsers.ts'
import type { Session } from './living-sessions.ts'
import { notify } from './notify.ts'
import { renew } from './refresh.ts'
import { type RegistrationDeps, register } from './registration.ts'
import { type SendCodeDeps, sendCode } from './send-code.ts'
import { sessionRoutes } from './session-routes.ts'
import { beginFor, notedSignIn, type SignInDeps } from './sign-in.ts'
import { savePlan, signedInPerson, userOf } from './store.ts'
import { type TextWebhookDeps, takeText } from './text-webhook.ts'
import { totpRoutes } from './totp-routes.ts'

export type IdentityDeps = RegistrationDeps & SendCodeDeps & SignInDeps & TextWebhookDeps

const impersonationOf = (opened: OpenedBy, expiresAt: Date) => ({
  managerName: opened.managerName,
  scope: opened.scope,
  startedAt: opened.startedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

export const identityRoutes = (deps: IdentityDeps): Answers<typeof identity> => {
  const { db, vault } = deps

  /** A copied token: the person hears of it; of an opened account her manager holds the session. */
  const tellOfCopy = async (tx: Database, { kind, userId, device }: Session, now: Date) => {
    if (kind !== 'user' || userId === null) return
    const person = await signedInPerson(tx, vault, userId)
    await notify(tx, deps, person, { kind: 'copied-session', device }, now)
  }

  return {
    sendCode: ({ body, http, now }) =>
      sendCode(deps, { phoneNumber: body.phoneNumber, browser: browserOf(http), now }),

    signIn: call => notedSignIn(deps, call),

    register: async call => {
      const { body, http, now, idempotencyKey } = call
      const browser = http.cookie(cookieNames.browser)
      const { userId, phone } = await register(deps, { body, browser, idempotencyKey, now })
      return beginFor(deps, call, { userId, phone, proof: 'code' })
    },

    refresh: call => renew(deps, call, 'user', (tx, session) => tellOfCopy(tx, session, call.now)),

    ...sessionRoutes(deps),
    ...totpRoutes(deps),

    me: async ({ caller, http }) => {
      if (http.web) http.header('x-csrf', vault.csrf(caller.sessionId))
      const { expiresAt, idleExpiresAt, opened } = caller
      const person = await signedInPerson(db, vault, caller.userId)
      return {
        ...userOf(person),
        ssn: maskSsn(person.profile.ssnLastFour),
        emailVerified: person.emailVerified,
        totpEnabled: person.hasTotp,
        deletionAt: deletionInstant(person.deletionAskedAt)?.toISOString() ?? null,
        ...(opened ? { impersonation: impersonationOf(opened, expiresAt) } : {}),
        session: { expiresAt: expiresAt.toISOString(), idleExpiresAt: idleExpiresAt.toISOString() },
      }
    },

    takeText: ({ body, http, now, note }) =>
      takeText(deps, { fields: body, signature: http.sent('x-twilio-signature'), now, note }),

    setMaxPlan: async ({ caller, body, note }) => {
      await db.transaction(async tx => {
        await savePlan(tx, caller.userId, body.enabled ? 'max' : 'free')
        await note(tx)
      })
      return { success: true, user: userOf(await signedInPerson(db, vault, caller.userId)) }
    },
  }
}
