import { Refusal } from '#api/errors.ts'
import { holdPerson } from '#features/identity/server/store.ts'
import type { Database } from '#platform/db/database.ts'
import type { Answers } from '#platform/http/answer.ts'
import { turnsByKey } from '#platform/jobs/turns.ts'
import { dayIn } from '#values/dates.ts'
import type { disputes } from '../contract.ts'
import { contradictionsIn } from '../contradictions.ts'
import { allLettersFileName, letterFileName } from '../file-names.ts'
import { earlierClaims, refuseContradictions } from './claims.ts'
import { draftsOf, dropDraft, saveDraft } from './drafts.ts'
import { type MailDeps, mailRoutes } from './mail-routes.ts'
import type { MakeDeps } from './make.ts'
import { makingRoutes } from './making-routes.ts'
import { noteOutcome, takeBackOutcome } from './outcomes.ts'
import { lettersToPrint, type PrintDeps, printedLetters } from './printing.ts'
import { rewordLetter } from './rewording.ts'
import { attestDispute } from './saving.ts'
import { presentOf, sceneOf } from './scene.ts'
import { disputeOf, disputesOf, holdDispute } from './store.ts'

export type DisputeDeps = MakeDeps & PrintDeps & MailDeps

export const disputeRoutes = (deps: DisputeDeps): Answers<typeof disputes> => {
  const { db, vault, timeZone } = deps
  const dayOf = (instant: Date) => dayIn(timeZone, instant)
  /** Changes of one person's disputes wait here rather than for the database's locks, which they would soon give up. */
  const inTurn = turnsByKey()
  const change = <T>(userId: string, act: (tx: Database) => Promise<T>): Promise<T> =>
    inTurn(userId, () => db.transaction(act))
  const calendarOf = (now: Date) => ({ today: dayOf(now), timeZone })

  /** Letters that a manager made are held against what the person confirmed since: until then they say nothing. */
  const requireOneTruth = async (tx: Database, userId: string, disputeId: string, now: Date) => {
    const all = await earlierClaims(tx, vault, userId, dayOf)
    const own = all.filter(one => one.disputeId === disputeId && !one.isConfirmed)
    if (own.length === 0) return
    const others = all.filter(one => one.disputeId !== disputeId && one.isConfirmed)
    const said = others.map(one => one.said)
    const present = presentOf(await sceneOf(tx, vault, userId, calendarOf(now)))
    const items = own.map(one => one.said)
    refuseContradictions(contradictionsIn(items, said, present, dayOf(now)))
  }

  return {
    ...makingRoutes(deps),
    ...mailRoutes(deps),

    list: ({ caller, now }) => disputesOf(db, vault, caller.userId, calendarOf(now)),

    one: ({ caller, params, now }) => disputeOf(db, vault, caller.userId, params.disputeId, calendarOf(now)),

    drafts: async ({ caller }) => {
      const saved = await draftsOf(db, vault, caller.userId)
      return { data: saved.map(({ type, draft, savedAt }) => ({ type, items: draft.items.length, savedAt })) }
    },

    draft: async ({ caller, params }) => {
      const saved = (await draftsOf(db, vault, caller.userId)).find(({ type }) => type === params.type)
      return saved ? { draft: saved.draft, savedAt: saved.savedAt } : { draft: null, savedAt: null }
    },

    saveDraft: async ({ caller, params, body, now }) => {
      await saveDraft(db, vault, caller.userId, { type: params.type, draft: body, now })
      return { savedAt: now.toISOString() }
    },

    dropDraft: async ({ caller, params }) => {
      await dropDraft(db, caller.userId, params.type)
      return { success: true as const }
    },

    rewordLetter: ({ caller: { userId }, params: { letterId }, body, now, note }) =>
      change(userId, async tx => {
        const disputeId = await rewordLetter(tx, vault, userId, { letterId, body: body.body })
        await note(tx, { objectId: letterId })
        return disputeOf(tx, vault, userId, disputeId, calendarOf(now))
      }),

    outcome: ({ caller: { userId }, params: { disputeId }, body, now, note }) =>
      change(userId, async tx => {
        const { createdAt } = await holdDispute(tx, userId, disputeId)
        const today = dayOf(now)
        const dispute = await disputeOf(tx, vault, userId, disputeId, calendarOf(now))
        const days = { now, createdOn: dayOf(createdAt), today }
        await noteOutcome(tx, vault, userId, dispute, body, days)
        await note(tx, { objectId: disputeId })
        return disputeOf(tx, vault, userId, disputeId, calendarOf(now))
      }),

    takeBackOutcome: ({ caller: { userId }, params: { disputeId }, body, now, note }) =>
      change(userId, async tx => {
        await holdDispute(tx, userId, disputeId)
        const dispute = await disputeOf(tx, vault, userId, disputeId, calendarOf(now))
        if (await takeBackOutcome(tx, dispute, body)) await note(tx, { objectId: disputeId })
        return disputeOf(tx, vault, userId, disputeId, calendarOf(now))
      }),

    attest: async ({ caller: { userId }, params: { disputeId }, body, now, note }) => {
      if (!body.attested) throw new Refusal('not_attested')
      return change(userId, async tx => {
        await holdPerson(tx, userId)
        await requireOneTruth(tx, userId, disputeId, now)
        if (await attestDispute(tx, userId, disputeId, now)) await note(tx, { objectId: disputeId })
        return disputeOf(tx, vault, userId, disputeId, calendarOf(now))
      })
    },

    letterPdf: async ({ caller: { userId }, params }) => {
      const letter = await lettersToPrint(db, vault, userId, params)
      return {
        name: letterFileName(letter.title, params.letterId),
        bytes: await printedLetters(deps, userId, letter),
      }
    },

    allLettersPdf: async ({ caller: { userId }, params }) => {
      const letters = await lettersToPrint(db, vault, userId, params)
      return {
        name: allLettersFileName(letters.title, params.disputeId),
        bytes: await printedLetters(deps, userId, letters),
      }
    },
  }
}
