import { AppError } from '#api/errors.ts'
import { lockUser, requireUser } from '#features/identity/server/store.ts'
import { findLatestMailings } from '#features/mailing/server/mail-requests.ts'
import { fileKindOf } from '#features/reports/server/document-text.ts'
import type { AgentPolicy } from '#features/staff/client-access.ts'
import { listedClients } from '#features/staff/server/assignments.ts'
import { keyedMutex } from '#platform/concurrency.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import { dayIn } from '#values/dates.ts'
import type { disputes } from '../contract.ts'
import { allLettersFileName, caseFileName, complaintFileName, letterFileName } from '../file-names.ts'
import { parseRewording } from '../request-checks.ts'
import { refreshAnswersDue } from './answer-clock.ts'
import { type AnswerLetterDeps, readAnswerLetter } from './answer-letter.ts'
import { type CaseFileDeps, checkScript, makeCaseFile, publishedKeyList } from './case-file/case-file.ts'
import { prepareComplaint, renderComplaint } from './complaint.ts'
import { attestDispute, listCurrentWarnings, requireConsistent } from './confirming.ts'
import { type CreateDisputeDeps, createDisputeRoutes } from './create-dispute.ts'
import { deleteDraft, listDrafts, saveDraft } from './drafts.ts'
import { findDispute, listDisputes } from './find-disputes.ts'
import { fitsPageLimit } from './letter-layout.ts'
import { type MailDeps, mailRoutes } from './mail-routes.ts'
import { deleteOutcome, recordOutcome } from './outcomes.ts'
import { type PrintDeps, renderLetters } from './pdf-renderer.ts'
import { findDisputeOfLetter, findPrintableLetters, lockDispute, saveRewording } from './store.ts'
import { listWaitingLetters } from './waiting-letters.ts'

/**
 * Changes the wording of a letter's middle until it is sent to the mail provider. Locks the dispute, as mailing does, so
 * that what is mailed is what was read. Returns the dispute's id. Throws `not_found`, `already_mailed`, `invalid_request`
 * or `too_many_pages`.
 */
const rewordLetter = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  { letterId, body }: { letterId: string; body: string },
): Promise<string> => {
  const { disputeId } = await findDisputeOfLetter(tx, userId, letterId)
  await lockDispute(tx, userId, disputeId)
  if ((await findLatestMailings(tx, [letterId])).has(letterId)) throw new AppError('already_mailed')
  const { letters, enclosed } = await findPrintableLetters(tx, keyring, userId, { letterId })
  const { profile } = await requireUser(tx, keyring, userId)
  const cipher = await keyring.cipherForUser(tx, userId)
  for (const { letter } of letters) {
    const reworded = parseRewording(letter, body, profile.ssnLastFour)
    if (!fitsPageLimit(letter, reworded, enclosed.length)) throw new AppError('too_many_pages')
    await saveRewording(tx, cipher, letterId, reworded)
  }
  return disputeId
}

type DisputeDeps = CreateDisputeDeps &
  PrintDeps &
  MailDeps &
  CaseFileDeps &
  AnswerLetterDeps & { policies: AgentPolicy }

export const disputeRoutes = (deps: DisputeDeps): Handlers<typeof disputes> => {
  const { db, keyring, emitEvent, timeZone } = deps
  const dayOf = (instant: Date) => dayIn(timeZone, instant)
  /** Changes to one user's disputes are queued here, because the database would time out waiting for locks. */
  const exclusively = keyedMutex()
  const change = <T>(userId: string, act: (tx: Database) => Promise<T>): Promise<T> =>
    exclusively(userId, () => db.transaction(act))
  const calendarOf = (now: Date) => ({ today: dayOf(now), timeZone })

  return {
    ...createDisputeRoutes(deps),
    ...mailRoutes(deps),

    list: ({ principal, now }) => listDisputes(db, keyring, principal.userId, calendarOf(now)),

    one: async ({ principal: { userId }, params: { disputeId }, now }) => {
      const dispute = await findDispute(db, keyring, userId, disputeId, calendarOf(now))
      if (!dispute.awaitingAttestation) return dispute
      const currentWarnings = await listCurrentWarnings(db, keyring, userId, disputeId, calendarOf(now))
      return { ...dispute, currentWarnings }
    },

    drafts: async ({ principal }) => {
      const saved = await listDrafts(db, keyring, principal.userId)
      return { data: saved.map(({ type, draft, savedAt }) => ({ type, items: draft.items.length, savedAt })) }
    },

    draft: async ({ principal, params }) => {
      const saved = (await listDrafts(db, keyring, principal.userId)).find(({ type }) => type === params.type)
      return saved ? { draft: saved.draft, savedAt: saved.savedAt } : { draft: null, savedAt: null }
    },

    saveDraft: async ({ principal, params, body, now }) => {
      await saveDraft(db, keyring, principal.userId, { type: params.type, draft: body, now })
      return { savedAt: now.toISOString() }
    },

    dropDraft: async ({ principal, params }) => {
      await deleteDraft(db, principal.userId, params.type)
      return { success: true as const }
    },

    rewordLetter: ({ principal: { userId }, params: { letterId }, body, now, audit }) =>
      change(userId, async tx => {
        const disputeId = await rewordLetter(tx, keyring, userId, { letterId, body: body.body })
        await audit(tx, { objectId: letterId })
        return findDispute(tx, keyring, userId, disputeId, calendarOf(now))
      }),

    outcome: ({ principal: { userId }, params: { disputeId }, body, now, audit }) =>
      change(userId, async tx => {
        const { createdAt } = await lockDispute(tx, userId, disputeId)
        const today = dayOf(now)
        const dispute = await findDispute(tx, keyring, userId, disputeId, calendarOf(now))
        const days = { now, createdOn: dayOf(createdAt), today }
        await recordOutcome(tx, keyring, userId, dispute, body, days)
        await refreshAnswersDue(tx, keyring, userId, calendarOf(now))
        await audit(tx, { objectId: disputeId })
        await emitEvent(tx, { type: 'outcome.recorded', clientId: userId, disputeId, at: now })
        return findDispute(tx, keyring, userId, disputeId, calendarOf(now))
      }),

    readAnswer: async ({ principal: { userId }, params: { disputeId }, body, file, now, audit }) => {
      if (file !== null && fileKindOf(file.bytes) !== 'pdf')
        throw new AppError('unsupported_type', {
          message: 'Send the letter as a PDF, or add its photos to Documents',
        })
      const wanted = { userId, disputeId, calendar: calendarOf(now) }
      const sent = { pdf: file?.bytes ?? null, documentIds: body.documentIds ?? null }
      const reading = await readAnswerLetter(deps, wanted, sent)
      await audit(db, { objectId: disputeId })
      return reading
    },

    takeBackOutcome: ({ principal: { userId }, params: { disputeId }, body, now, audit }) =>
      change(userId, async tx => {
        await lockDispute(tx, userId, disputeId)
        const dispute = await findDispute(tx, keyring, userId, disputeId, calendarOf(now))
        if (await deleteOutcome(tx, dispute, body)) {
          await refreshAnswersDue(tx, keyring, userId, calendarOf(now))
          await audit(tx, { objectId: disputeId })
        }
        return findDispute(tx, keyring, userId, disputeId, calendarOf(now))
      }),

    attest: async ({ principal: { userId }, params: { disputeId }, body, now, audit }) => {
      if (!body.attested) throw new AppError('not_attested')
      return change(userId, async tx => {
        await lockUser(tx, userId)
        await requireConsistent(tx, keyring, userId, { disputeId }, calendarOf(now))
        if (await attestDispute(tx, userId, disputeId, now)) await audit(tx, { objectId: disputeId })
        return findDispute(tx, keyring, userId, disputeId, calendarOf(now))
      })
    },

    complaint: ({ principal: { userId }, params: { disputeId }, now }) =>
      prepareComplaint(deps, userId, disputeId, calendarOf(now)),

    complaintPdf: async ({ principal: { userId }, params, now }) => ({
      name: complaintFileName(params.bureau, params.disputeId),
      bytes: await renderComplaint(deps, userId, params, { now, timeZone }),
    }),

    waitingForStaff: async ({ query, principal }) =>
      deps.policies.mailing.who === 'staffApproved' && deps.mailer.offered
        ? listWaitingLetters(db, keyring, { ...query, listed: listedClients(deps.policies, principal) })
        : { data: [], next: null },

    letterPdf: async ({ principal: { userId }, params }) => {
      const letter = await findPrintableLetters(db, keyring, userId, params)
      return {
        name: letterFileName(letter.title, params.letterId),
        bytes: await renderLetters(deps, userId, letter),
      }
    },

    allLettersPdf: async ({ principal: { userId }, params }) => {
      const letters = await findPrintableLetters(db, keyring, userId, params)
      return {
        name: allLettersFileName(letters.title, params.disputeId),
        bytes: await renderLetters(deps, userId, letters),
      }
    },

    caseFile: async ({ principal: { userId }, params: { disputeId }, now, audit }) => {
      const { title, bytes } = await makeCaseFile(deps, userId, disputeId, now)
      await audit(db, { objectId: disputeId })
      return { name: caseFileName(title, disputeId), bytes }
    },

    caseFileKeys: async () => ({
      status: 200,
      type: 'application/json; charset=utf-8',
      body: publishedKeyList(deps.caseFileKeys),
    }),

    caseFileCheck: async () => ({
      status: 200,
      type: 'text/javascript; charset=utf-8',
      body: checkScript,
    }),
  }
}
