import { AppError } from '#api/errors.ts'
import { lockUser } from '#features/identity/server/store.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import { turnsByKey } from '#platform/jobs/turns.ts'
import { dayIn } from '#values/dates.ts'
import type { disputes } from '../contract.ts'
import { findContradictions } from '../contradictions.ts'
import { allLettersFileName, letterFileName } from '../file-names.ts'
import type { CreateDisputeDeps } from './create-dispute.ts'
import { readDisputeInputs, toCurrentFacts } from './dispute-inputs.ts'
import { deleteDraft, listDrafts, saveDraft } from './drafts.ts'
import { listEarlierClaims, rejectContradictions } from './earlier-claims.ts'
import { type MailDeps, mailRoutes } from './mail-routes.ts'
import { createDisputeRoutes } from './making-routes.ts'
import { deleteOutcome, recordOutcome } from './outcomes.ts'
import { findPrintableLetters, type PrintDeps, renderLetters } from './print-letters.ts'
import { rewordLetter } from './rewording.ts'
import { attestDispute } from './saving.ts'
import { findDispute, listDisputes, lockDispute } from './store.ts'

export type DisputeDeps = CreateDisputeDeps & PrintDeps & MailDeps

export const disputeRoutes = (deps: DisputeDeps): Handlers<typeof disputes> => {
  const { db, vault, timeZone } = deps
  const dayOf = (instant: Date) => dayIn(timeZone, instant)
  /** Changes to one user's disputes queue here, because the database would time out waiting for locks. */
  const inTurn = turnsByKey()
  const change = <T>(userId: string, act: (tx: Database) => Promise<T>): Promise<T> =>
    inTurn(userId, () => db.transaction(act))
  const calendarOf = (now: Date) => ({ today: dayOf(now), timeZone })

  /** Letters made by a manager are checked against what the client confirmed meanwhile. */
  const requireOneTruth = async (tx: Database, userId: string, disputeId: string, now: Date) => {
    const all = await listEarlierClaims(tx, vault, userId, dayOf)
    const own = all.filter(one => one.disputeId === disputeId && !one.isConfirmed)
    if (own.length === 0) return
    const others = all.filter(one => one.disputeId !== disputeId && one.isConfirmed)
    const said = others.map(one => one.said)
    const present = toCurrentFacts(await readDisputeInputs(tx, vault, userId, calendarOf(now)))
    const items = own.map(one => one.said)
    rejectContradictions(findContradictions(items, said, present, dayOf(now)))
  }

  return {
    ...createDisputeRoutes(deps),
    ...mailRoutes(deps),

    list: ({ caller, now }) => listDisputes(db, vault, caller.userId, calendarOf(now)),

    one: ({ caller, params, now }) =>
      findDispute(db, vault, caller.userId, params.disputeId, calendarOf(now)),

    drafts: async ({ caller }) => {
      const saved = await listDrafts(db, vault, caller.userId)
      return { data: saved.map(({ type, draft, savedAt }) => ({ type, items: draft.items.length, savedAt })) }
    },

    draft: async ({ caller, params }) => {
      const saved = (await listDrafts(db, vault, caller.userId)).find(({ type }) => type === params.type)
      return saved ? { draft: saved.draft, savedAt: saved.savedAt } : { draft: null, savedAt: null }
    },

    saveDraft: async ({ caller, params, body, now }) => {
      await saveDraft(db, vault, caller.userId, { type: params.type, draft: body, now })
      return { savedAt: now.toISOString() }
    },

    dropDraft: async ({ caller, params }) => {
      await deleteDraft(db, caller.userId, params.type)
      return { success: true as const }
    },

    rewordLetter: ({ caller: { userId }, params: { letterId }, body, now, audit }) =>
      change(userId, async tx => {
        const disputeId = await rewordLetter(tx, vault, userId, { letterId, body: body.body })
        await audit(tx, { objectId: letterId })
        return findDispute(tx, vault, userId, disputeId, calendarOf(now))
      }),

    outcome: ({ caller: { userId }, params: { disputeId }, body, now, audit }) =>
      change(userId, async tx => {
        const { createdAt } = await lockDispute(tx, userId, disputeId)
        const today = dayOf(now)
        const dispute = await findDispute(tx, vault, userId, disputeId, calendarOf(now))
        const days = { now, createdOn: dayOf(createdAt), today }
        await recordOutcome(tx, vault, userId, dispute, body, days)
        await audit(tx, { objectId: disputeId })
        return findDispute(tx, vault, userId, disputeId, calendarOf(now))
      }),

    takeBackOutcome: ({ caller: { userId }, params: { disputeId }, body, now, audit }) =>
      change(userId, async tx => {
        await lockDispute(tx, userId, disputeId)
        const dispute = await findDispute(tx, vault, userId, disputeId, calendarOf(now))
        if (await deleteOutcome(tx, dispute, body)) await audit(tx, { objectId: disputeId })
        return findDispute(tx, vault, userId, disputeId, calendarOf(now))
      }),

    attest: async ({ caller: { userId }, params: { disputeId }, body, now, audit }) => {
      if (!body.attested) throw new AppError('not_attested')
      return change(userId, async tx => {
        await lockUser(tx, userId)
        await requireOneTruth(tx, userId, disputeId, now)
        if (await attestDispute(tx, userId, disputeId, now)) await audit(tx, { objectId: disputeId })
        return findDispute(tx, vault, userId, disputeId, calendarOf(now))
      })
    },

    letterPdf: async ({ caller: { userId }, params }) => {
      const letter = await findPrintableLetters(db, vault, userId, params)
      return {
        name: letterFileName(letter.title, params.letterId),
        bytes: await renderLetters(deps, userId, letter),
      }
    },

    allLettersPdf: async ({ caller: { userId }, params }) => {
      const letters = await findPrintableLetters(db, vault, userId, params)
      return {
        name: allLettersFileName(letters.title, params.disputeId),
        bytes: await renderLetters(deps, userId, letters),
      }
    },
  }
}
