import { AppError, type FieldErrors } from '#api/errors.ts'
import { lockUser } from '#features/identity/server/store.ts'
import { keyedMutex } from '#platform/concurrency.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers, RequestContext } from '#platform/http/handler.ts'
import type { Idempotency } from '#platform/http/idempotency.ts'
import { newId } from '#platform/ids.ts'
import { dayIn } from '#values/dates.ts'
import {
  type BuiltDispute,
  buildAccountDispute,
  buildFreezeDispute,
  buildInquiryDispute,
  buildPersonalInfoDispute,
} from '../build-dispute.ts'
import { listCautions } from '../cautions.ts'
import type { disputes } from '../contract.ts'
import { findContradictions } from '../contradictions.ts'
import { type AccountDispute, Dispute, type Preview } from '../dispute-contract.ts'
import { findDuplicates, toItemClaim } from '../duplicate-disputes.ts'
import { missingEnclosures } from '../letters/enclosures.ts'
import { letterText } from '../letters/letter.ts'
import {
  type DisputeInputs,
  readDisputeInputs,
  toCurrentFacts,
  toDisputeContext,
  toLetterContext,
} from './dispute-inputs.ts'
import { listEarlierClaims, rejectContradictions } from './earlier-claims.ts'
import { findDispute } from './find-disputes.ts'
import { buildFollowUp } from './follow-up.ts'
import { fitsPageLimit } from './letter-layout.ts'
import { type Follows, saveDispute } from './store.ts'

/** Builds previews and creates disputes of every type. */

export type CreateDisputeDeps = { db: Database; keyring: Keyring; idempotency: Idempotency; timeZone: string }

type Common = Pick<AccountDispute, 'documentIds' | 'title' | 'repeat' | 'attested' | 'freeAnnualReport'>

/**
 * Builds the letters of one dispute type. `follows` is the answered item a follow-up refers to; `mayRepeat` is false
 * for a follow-up that is not a new claim.
 */
type BuildDraft = (scene: DisputeInputs, from: Database) => MaybeFollowing | Promise<MaybeFollowing>
type MaybeFollowing = BuiltDispute & { follows?: Follows; mayRepeat?: boolean }

type Asked = Pick<RequestContext<typeof disputes.previewAccount>, 'principal' | 'now'> & { body: Common }
type Made = Asked & Pick<RequestContext<typeof disputes.createAccount>, 'idempotencyKey' | 'audit'>

const disputeCreation = ({ db, keyring, idempotency, timeZone }: CreateDisputeDeps) => {
  /** Requests of one user queue here, because the database would time out waiting for locks. */
  const exclusively = keyedMutex()
  const draftOf = async (from: Database, { principal, body, now }: Asked, draft: BuildDraft) => {
    const { documentIds } = body
    const scene = await readDisputeInputs(from, keyring, principal.userId, {
      documentIds,
      today: dayIn(timeZone, now),
      timeZone,
    })
    const drafted = await draft(scene, from)
    if (!drafted.letters.every(letter => fitsPageLimit(letter, null, scene.enclosed.length))) {
      throw new AppError('too_many_pages')
    }
    // Asking how an item was verified makes no claim about it.
    if (drafted.follows?.kind === 'method_of_verification') return { scene, drafted, repeats: [] }
    const earlier = await listEarlierClaims(from, keyring, principal.userId, instant =>
      dayIn(timeZone, instant),
    )
    const said = earlier.filter(one => one.isConfirmed).map(one => one.said)
    rejectContradictions(findContradictions(drafted.items, said, toCurrentFacts(scene), scene.today))
    if (drafted.mayRepeat === false) return { scene, drafted, repeats: [] }
    const claims = drafted.items.map(item => toItemClaim(item, documentIds ?? []))
    return {
      scene,
      drafted,
      repeats: findDuplicates(
        claims,
        earlier.map(one => one.claim),
      ),
    }
  }

  return {
    preview: async (call: Asked, draft: BuildDraft): Promise<Preview> => {
      const { scene, drafted, repeats } = await draftOf(db, call, draft)
      return {
        letters: drafted.letters.map(letter => ({
          bureau: letter.bureau,
          body: letterText(letter),
          enclosures: missingEnclosures(drafted.about(letter.bureau), scene.enclosed),
        })),
        warnings: [
          ...repeats.map(({ message }) => ({ code: 'repeats_dispute' as const, message })),
          ...listCautions(drafted, scene.enclosed, scene.today),
        ],
      }
    },

    /**
     * Creates a dispute, once per idempotency key. `scope` separates requests that may share a key. A dispute made by
     * a manager waits for the client's confirmation, whatever `attested` says.
     */
    create: async (call: Made, { scope, draft }: { scope: string; draft: BuildDraft }): Promise<Dispute> => {
      const { principal, body, now, idempotencyKey, audit } = call
      const { userId } = principal
      const openingId = principal.impersonation?.openingId ?? null
      if (openingId === null && body.attested !== true) throw new AppError('not_attested')
      const maker = openingId === null ? userId : `${userId}|${openingId}`
      const act = async (tx: Database) => {
        await lockUser(tx, userId)
        const { scene, drafted, repeats } = await draftOf(tx, call, draft)
        if (repeats.length > 0 && body.repeat !== true) {
          const fields: FieldErrors = {}
          for (const { index, message } of repeats) fields[`items.${index}`] = message
          throw new AppError('repeats_dispute', { fields })
        }
        const id = newId()
        const { type, title, items, letters, follows = null } = drafted
        await saveDispute(tx, keyring, userId, {
          id,
          type,
          reportId: type === 'freeze' ? null : (scene.stored?.id ?? null),
          title: body.title ?? title,
          at: now,
          openingId,
          freeAnnualReport: body.freeAnnualReport ?? follows?.freeAnnualReport ?? false,
          follows,
          items: items.map(item => ({ ...item, id: newId() })),
          letters: letters.map(letter => ({ id: newId(), letter })),
          enclosed: scene.enclosed,
        })
        await audit(tx, { objectId: id })
        return findDispute(tx, keyring, userId, id, scene)
      }
      const request = { scope: `${scope}|${maker}`, key: idempotencyKey, body, owner: userId }
      return exclusively(userId, () => idempotency.run(request, act, remembered => Dispute.parse(remembered)))
    },
  }
}

type Making =
  | 'previewAccount'
  | 'createAccount'
  | 'previewInquiry'
  | 'createInquiry'
  | 'previewPersonalInfo'
  | 'createPersonalInfo'
  | 'previewFreeze'
  | 'createFreeze'
  | 'previewFollowUp'
  | 'createFollowUp'

type BodyOf<Name extends Making> = RequestContext<(typeof disputes)[Name]>['body']

const account =
  (body: BodyOf<'createAccount'>): BuildDraft =>
  scene =>
    buildAccountDispute(body, toDisputeContext(scene))
const inquiry =
  (body: BodyOf<'createInquiry'>): BuildDraft =>
  scene =>
    buildInquiryDispute(body, toDisputeContext(scene))
const personalInfo =
  (body: BodyOf<'createPersonalInfo'>): BuildDraft =>
  scene =>
    buildPersonalInfoDispute(body, toDisputeContext(scene))
const freeze =
  (body: BodyOf<'createFreeze'>): BuildDraft =>
  scene =>
    buildFreezeDispute(body, toLetterContext(scene))

export const createDisputeRoutes = (deps: CreateDisputeDeps): Pick<Handlers<typeof disputes>, Making> => {
  const { preview, create } = disputeCreation(deps)
  const following =
    ({
      params: { disputeId },
      body,
    }: Pick<RequestContext<typeof disputes.createFollowUp>, 'params' | 'body'>): BuildDraft =>
    (scene, from) =>
      buildFollowUp(from, deps.keyring, { disputeId, body, scene })
  return {
    previewAccount: call => preview(call, account(call.body)),
    createAccount: call => create(call, { scope: 'account-dispute', draft: account(call.body) }),
    previewInquiry: call => preview(call, inquiry(call.body)),
    createInquiry: call => create(call, { scope: 'inquiry-dispute', draft: inquiry(call.body) }),
    previewPersonalInfo: call => preview(call, personalInfo(call.body)),
    createPersonalInfo: call =>
      create(call, { scope: 'personal-info-dispute', draft: personalInfo(call.body) }),
    previewFreeze: call => preview(call, freeze(call.body)),
    createFreeze: call => create(call, { scope: 'freeze-dispute', draft: freeze(call.body) }),
    previewFollowUp: call => preview(call, following(call)),
    createFollowUp: call =>
      create(call, { scope: `follow-up|${call.params.disputeId}`, draft: following(call) }),
  }
}
