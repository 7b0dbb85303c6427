import { AppError, NotOffered } from '#api/errors.ts'
import { requireUser } from '#features/identity/server/store.ts'
import type { AgentPolicy } from '#features/staff/client-access.ts'
import { listedClients } from '#features/staff/server/assignments.ts'
import type { Database } from '#platform/db/database.ts'
import type { CooldownCheck } from '#platform/http/access.ts'
import type { Handlers } from '#platform/http/handler.ts'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import type { Verification, verification } from '../contract.ts'
import {
  enterCode,
  listMailedCodes,
  type MailedCodeDeps,
  mailedCodeState,
  requestLetter,
} from './mailed-code.ts'
import {
  decideReview,
  listReviews,
  listWaitingClients,
  type ReviewDeps,
  requestReview,
  reviewState,
  takeBackConfirmation,
} from './reviews.ts'

type VerificationDeps = MailedCodeDeps &
  ReviewDeps & {
    inCooldown: CooldownCheck
    policies: AgentPolicy
    /** Which of these methods the operator offers. */
    offeredWays: { mailedCode: boolean; documents: boolean }
  }

export const verificationRoutes = (deps: VerificationDeps): Handlers<typeof verification> => {
  const { db, keyring, inCooldown, offeredWays } = deps

  const stateOf = async (userId: string, now: Date, from: Database = db): Promise<Verification> => {
    const user = await requireUser(from, keyring, userId)
    return {
      mailedCode: offeredWays.mailedCode ? await mailedCodeState(deps, from, user, now) : null,
      documents: offeredWays.documents ? await reviewState(deps, from, userId, now) : null,
    }
  }
  const requireWay = (way: keyof typeof offeredWays) => {
    if (!offeredWays[way]) throw new NotOffered('This way is not offered here.')
  }

  return {
    state: ({ principal, now }) => stateOf(principal.userId, now),

    sendLetter: async ({ principal: { userId }, audit, now }) => {
      requireWay('mailedCode')
      if (await inCooldown(userId, now)) throw new AppError('account_cooldown')
      await requestLetter(deps, userId, now, audit)
      return stateOf(userId, now)
    },

    verifyCode: async ({ principal: { userId }, body, audit, now }) => {
      requireWay('mailedCode')
      await enterCode(deps, userId, body.code, now, audit)
      return stateOf(userId, now)
    },

    review: async ({ principal: { userId }, audit, now }) => {
      requireWay('documents')
      return db.transaction(async tx => {
        await requestReview(deps, tx, userId, now)
        await audit(tx)
        return stateOf(userId, now, tx)
      })
    },

    decide: async ({ principal: { userId, impersonation }, body, audit, now }) => {
      requireWay('documents')
      if (impersonation === null) throw new AppError('not_allowed')
      return db.transaction(async tx => {
        const message = await decideReview(deps, tx, userId, impersonation, body, now)
        await audit(tx)
        return { success: true as const, message }
      })
    },

    takeBack: async ({ principal: { userId, impersonation }, body: { reason }, audit, now }) => {
      if (impersonation === null) throw new AppError('not_allowed')
      await db.transaction(async tx => {
        await takeBackConfirmation(deps, tx, userId, impersonation, reason, now)
        await audit(tx)
      })
      return { success: true }
    },

    reviews: async ({ principal }) => ({
      data: offeredWays.documents
        ? await listWaitingClients(deps, listedClients(deps.policies, principal))
        : [],
    }),
  }
}

/** What was mailed and what staff decided. Rows are deleted with the user. */
export const verificationPersonalData: PersonalDataSource = {
  name: 'verification',
  exportFiles: async (db, keyring, userId) => [
    jsonExportFile('verification.json', {
      letters: await listMailedCodes(db, userId),
      reviews: (await listReviews({ keyring }, db, userId)).toReversed(),
    }),
  ],
}
