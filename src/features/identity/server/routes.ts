import { AppError, NotOffered } from '#api/errors.ts'
import type { Database } from '#platform/db/database.ts'
import type { ImpersonatedBy } from '#platform/http/access.ts'
import type { Handlers } from '#platform/http/handler.ts'
import { cookieNames } from '#platform/http/http-context.ts'
import type { ReadIdentityCallback } from '#providers/identity-check/callback.ts'
import { dayIn, daysBefore } from '#values/dates.ts'
import { maskSsn } from '#values/mask.ts'
import { isIdentityConfirmed } from '../assurance.ts'
import { consentKinds } from '../consent-texts.ts'
import type { IdentityState, identity } from '../contract.ts'
import { scheduledDeletion } from '../deletion.ts'
import { mailingRefusal, maxPlanRefusal, termsState } from '../policies.ts'
import { isDisplaced, listEvidence, type StorePartnerResult } from './assurance.ts'
import { callerStatus, requireCaller } from './authenticate.ts'
import { type IdentityWayPlug, type StartIdentityCheck, startCheckForUser } from './identity-check.ts'
import { loadPolicyFacts, type PolicyDeps, requireAllowed, toRefusal } from './policy-facts.ts'
import { type RegistrationDeps, register } from './registration.ts'
import { sendSecurityNotice } from './security-notices.ts'
import { type SendCodeDeps, sendCode } from './send-code.ts'
import { refreshTokens, sessionRoutes } from './session-routes.ts'
import type { Session } from './session-store.ts'

import { type SignInDeps, signInWithAudit, startUserSession } from './sign-in.ts'
import { findUser, requireUser, toUser, updatePlan } from './store.ts'
import { receiveDelivery, receiveText, type TextWebhookDeps } from './text-webhook.ts'
import { userTotpRoutes } from './totp.ts'
import { userDevices } from './trusted-devices.ts'

type IdentityDeps = RegistrationDeps &
  SendCodeDeps &
  SignInDeps &
  PolicyDeps &
  TextWebhookDeps & {
    identityWays: readonly IdentityWayPlug[]
    startCheck: StartIdentityCheck
    readIdentityCallback: ReadIdentityCallback
    storePartnerResult: StorePartnerResult
    /** Counts the dispute letters that a user had mailed since an instant. */
    countMailedLetters: (db: Database, userId: string, since: Date) => Promise<number>
  }

/** Shown to a user whose Social Security number belongs to another confirmed user; it reveals nothing about the other. */
const displacedMessage =
  'We could not confirm the Social Security number in your account, so we fetch no reports for it. What you imported stays. If the number is yours, contact support.'

const toImpersonation = ({ managerName, scope, startedAt }: ImpersonatedBy, expiresAt: Date) => ({
  managerName,
  scope,
  startedAt: startedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

export const identityRoutes = (deps: IdentityDeps): Handlers<typeof identity> => {
  const { db, keyring, agreementTexts, policies, timeZone } = deps

  /** Emails the user about a copied token, unless the session is a manager's impersonation. */
  const notifyOfReuse = async (tx: Database, { kind, userId, device }: Session, now: Date) => {
    if (kind !== 'user' || userId === null) return
    const user = await requireUser(tx, keyring, userId)
    await sendSecurityNotice(tx, deps, user, { kind: 'copied-session', device }, now)
  }

  const identityState = async (from: Database, userId: string, now: Date): Promise<IdentityState> => {
    const user = await requireUser(from, keyring, userId)
    const { assurance } = user
    const displaced = !isIdentityConfirmed(user) && (await isDisplaced(from, userId))
    const ways: IdentityState['ways'] = []
    if (assurance === null && !displaced)
      for (const { way, stateFor } of deps.identityWays)
        ways.push({ way, ...(await stateFor(from, user, now)) })
    const evidence = await listEvidence(from, keyring, userId)
    const decided = evidence.find(({ outcome, reason }) => outcome === 'confirmed' || reason !== null)
    return {
      confirmed: isIdentityConfirmed(user),
      source: assurance?.source ?? null,
      confirmedAt: assurance?.confirmedAt.toISOString() ?? null,
      confirmedBy: evidence.find(({ id }) => id === assurance?.evidenceId)?.managerName ?? null,
      takenBack:
        assurance === null && decided?.reason
          ? { at: decided.at.toISOString(), reason: decided.reason, by: decided.managerName }
          : null,
      obstacle: displaced ? displacedMessage : null,
      ways,
    }
  }

  const countLettersLeft = async (userId: string, now: Date): Promise<number | null> => {
    const { lettersPerMonth } = policies.mailing
    if (lettersPerMonth === null) return null
    return Math.max(0, lettersPerMonth - (await deps.countMailedLetters(db, userId, daysBefore(now, 30))))
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

    consentTexts: async () => ({ data: consentKinds.map(kind => ({ kind, ...agreementTexts[kind] })) }),

    refresh: call => refreshTokens(deps, call, 'user', (tx, session) => notifyOfReuse(tx, session, call.now)),

    ...sessionRoutes(deps),
    ...userTotpRoutes(deps),

    me: async ({ principal, http, now }) => {
      if (http.web) http.header('x-csrf', keyring.csrf(principal.sessionId))
      const { expiresAt, idleExpiresAt, impersonation } = principal
      const user = await requireCaller(db, keyring, principal)
      const byStaff = impersonation !== null
      const { terms: termsAnswer, inCooldown } = callerStatus(principal, now)
      const [{ facts, terms, agreement }, lettersLeft] = await Promise.all([
        loadPolicyFacts(deps, user, { byStaff, now, termsAnswer }),
        countLettersLeft(user.id, now),
      ])
      return {
        ...toUser(user),
        terms: termsState(policies, terms),
        agreement: agreement.asks,
        notOffered: {
          maxPlan: toRefusal(maxPlanRefusal(policies, facts)),
          mailing: toRefusal(inCooldown ? 'account_cooldown' : mailingRefusal(policies, facts)),
          staffWork: toRefusal(facts.workRefusal),
        },
        goal: {
          goal: user.profile.goal,
          goalTargetPeriod: user.profile.goalTargetPeriod,
          setOn: user.profile.goalSetOn ?? dayIn(timeZone, user.createdAt),
        },
        lettersLeft,
        certifiedMail: policies.mailing.certified,
        ssn: maskSsn(user.profile.ssnLastFour),
        emailVerified: user.emailVerified,
        identity: user.assurance && {
          source: user.assurance.source,
          confirmedAt: user.assurance.confirmedAt.toISOString(),
        },
        totpEnabled: user.hasTotp,
        deletionAt: scheduledDeletion(user.deletionAskedAt)?.toISOString() ?? null,
        ...(impersonation ? { impersonation: toImpersonation(impersonation, expiresAt) } : {}),
        session: { expiresAt: expiresAt.toISOString(), idleExpiresAt: idleExpiresAt.toISOString() },
      }
    },

    identityState: ({ principal, now }) => identityState(db, principal.userId, now),

    startIdentityCheck: async ({ principal: { userId }, audit, now }) =>
      db.transaction(async tx => {
        const user = await requireUser(tx, keyring, userId)
        if (await isDisplaced(tx, userId)) throw new AppError('conflict', { message: displacedMessage })
        await startCheckForUser(tx, { startCheck: deps.startCheck, ways: deps.identityWays }, user, now)
        await audit(tx)
        return identityState(tx, userId, now)
      }),

    takeIdentity: async ({ rawBody, now, http, audit }) => {
      const headers = {
        signature: http.requestHeader('identity-signature'),
        timestamp: http.requestHeader('identity-timestamp'),
      }
      const result = deps.readIdentityCallback(rawBody, headers, now)
      if (result === 'not_set_up') throw new NotOffered()
      if (result === 'not_proven') throw new AppError('not_allowed')
      if (result === 'unreadable') throw new AppError('invalid_request')
      const { user: userId, verified, evidenceId } = result
      if (!(await findUser(db, keyring, userId))) throw new AppError('not_found')
      await db.transaction(async tx => {
        await deps.storePartnerResult(tx, { userId, verified, evidenceId }, now)
        await audit(tx, { userId, outcome: verified ? 'done' : 'failed' })
      })
      return { success: true }
    },

    takeText: ({ body, http, now, audit }) =>
      receiveText(deps, { fields: body, signature: http.requestHeader('x-twilio-signature'), now, audit }),

    takeDelivery: ({ query, body, http }) =>
      receiveDelivery(deps, {
        reference: query.of ?? null,
        fields: body,
        signature: http.requestHeader('x-twilio-signature'),
      }),

    setMaxPlan: async ({ principal, body, audit, now }) => {
      const user = await requireUser(db, keyring, principal.userId)
      if (body.enabled)
        requireAllowed(
          maxPlanRefusal(policies, (await loadPolicyFacts(deps, user, { byStaff: false, now })).facts),
        )
      await db.transaction(async tx => {
        await updatePlan(tx, principal.userId, body.enabled ? 'max' : 'free')
        await audit(tx)
      })
      return { success: true, user: toUser(await requireUser(db, keyring, principal.userId)) }
    },
  }
}
