import { AppError, type FieldErrors } from '#api/errors.ts'
import { lockUser } from '#features/identity/server/store.ts'
import { keyedMutex } from '#platform/concurrency.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { EmitEvent, Handlers, RequestContext } from '#platform/http/handler.ts'
import type { Idempotency } from '#platform/http/idempotency.ts'
import { newId } from '#platform/ids.ts'
import { dayIn } from '#values/dates.ts'
import {
  type BuiltDispute,
  buildAgencyFreezeDispute,
  buildFraudAlertDispute,
  buildFreezeDispute,
} from '../build-dispute.ts'
import { listCautions } from '../cautions.ts'
import type { disputes } from '../contract.ts'
import { type CurrentRows, findContradictions, listDeniedInquiries, noRows } from '../contradictions.ts'
import { Dispute, type Preview, type Warning } from '../dispute-contract.ts'
import { type AccountDispute, type FollowUpDispute } from '../dispute-requests.ts'
import { findDuplicates, toItemClaim } from '../duplicate-disputes.ts'
import { listEarlierCautions } from '../earlier-letters.ts'
import { isFreeze, isRequest } from '../item-disputes.ts'
import { missingEnclosures } from '../letters/enclosures.ts'
import { letterText } from '../letters/letter.ts'
import { concerns } from '../recipients.ts'
import { checkTitle } from '../request-checks.ts'
import {
  buildFromInputs,
  type DisputeInputs,
  readDisputeInputs,
  toCurrentFacts,
  toLetterContext,
} from './dispute-inputs.ts'
import { confirmedClaims, listEarlierClaims, rejectContradictions } from './earlier-claims.ts'
import { findDispute } from './find-disputes.ts'
import { buildFollowUp } from './follow-up.ts'
import { fitsPageLimit } from './letter-layout.ts'
import { type Follows, saveDispute } from './store.ts'

/** Previews and creates disputes of every type. */

export type CreateDisputeDeps = {
  db: Database
  keyring: Keyring
  idempotency: Idempotency
  emitEvent: EmitEvent
  timeZone: string
}

type Common = Pick<AccountDispute, 'documentIds' | 'title' | 'repeat' | 'attested' | 'freeAnnualReport'>

/**
 * Builds the letters of one dispute type. `follows` is the answered item that a follow-up refers to; `mayRepeat` is false
 * for a follow-up that is not a new claim.
 */
type BuildDraft = (inputs: DisputeInputs, from: Database) => MaybeFollowing | Promise<MaybeFollowing>
type MaybeFollowing = BuiltDispute & { related: CurrentRows; follows?: Follows; mayRepeat?: boolean }

/** A dispute of nothing shown in a report. */
const withoutRows = (built: BuiltDispute): MaybeFollowing => ({ ...built, related: noRows })

/** The dispute's user, and the impersonation session or the round in which staff create it. */
type Maker = { userId: string; impersonation: { openingId: string } | null }
type Asked = { principal: Maker; now: Date; body: Common }
type Audited = Asked & Pick<RequestContext<typeof disputes.createAccount>, 'audit'>
type Made = Audited & Pick<RequestContext<typeof disputes.createAccount>, 'idempotencyKey'>

/**
 * A company need not investigate a direct dispute that a credit repair organization submits or prepares for the consumer
 * (12 CFR 1022.43(b)(2)); no letter should depend on whether an operator's staff are one.
 */
const rejectStaff = ({ principal }: Asked): void => {
  if (principal.impersonation !== null) throw new AppError('not_by_staff')
}

const disputeCreation = ({ db, keyring, idempotency, emitEvent, timeZone }: CreateDisputeDeps) => {
  /** Requests of one user are queued here, because the database would time out waiting for locks. */
  const exclusively = keyedMutex()
  const buildDraft = async (from: Database, { principal, body, now }: Asked, draft: BuildDraft) => {
    const { documentIds } = body
    const earlier = await listEarlierClaims(from, keyring, principal.userId, instant =>
      dayIn(timeZone, instant),
    )
    const claims = confirmedClaims(earlier)
    const read = await readDisputeInputs(from, keyring, principal.userId, {
      documentIds,
      today: dayIn(timeZone, now),
      timeZone,
    })
    const inputs = { ...read, deniedInquiries: listDeniedInquiries(claims.said) }
    checkTitle(body.title, inputs.sender.ssnLastFour)
    const drafted = await draft(inputs, from)
    if (!drafted.letters.every(letter => fitsPageLimit(letter, null, inputs.enclosed.length))) {
      throw new AppError('too_many_pages')
    }
    // A request makes no claim that could contradict or repeat another.
    if (isRequest(drafted.follows?.kind)) return { inputs, built: drafted, repeats: [] }
    const facts = toCurrentFacts(inputs, drafted.related)
    const { items, itemPath, cautions = [] } = drafted
    rejectContradictions(findContradictions(items, claims.said, facts, inputs.today), itemPath)
    const built = {
      ...drafted,
      cautions: [...cautions, ...listEarlierCautions(items, claims, facts, inputs.today)],
    }
    if (built.mayRepeat === false) return { inputs, built, repeats: [] }
    const repeats = findDuplicates(
      items.map(item => toItemClaim(item, documentIds ?? [])),
      earlier
        .filter(({ confirmedAt, mayBeReceived }) => confirmedAt !== null && mayBeReceived)
        .map(({ claim }) => claim),
    )
    return { inputs, built, repeats }
  }

  const listWarnings = ({ inputs, built, repeats }: Awaited<ReturnType<typeof buildDraft>>): Warning[] => [
    ...repeats.map(({ message }) => ({ code: 'repeats_dispute' as const, message })),
    ...listCautions(built, inputs),
  ]

  /** Creates a dispute in the caller's transaction. */
  const make = async (tx: Database, call: Audited, draft: BuildDraft): Promise<Dispute> => {
    const { principal, body, now, audit } = call
    const { userId } = principal
    await lockUser(tx, userId)
    const drafted = await buildDraft(tx, call, draft)
    const { inputs, built, repeats } = drafted
    if (repeats.length > 0 && body.repeat !== true) {
      const fields: FieldErrors = {}
      for (const { index, message } of repeats) fields[built.itemPath ?? `items.${index}`] = message
      throw new AppError('repeats_dispute', { fields })
    }
    const id = newId()
    const openingId = principal.impersonation?.openingId ?? null
    const { type, title, items, letters, follows = null } = built
    await saveDispute(tx, keyring, userId, {
      id,
      type,
      reportId: isFreeze(type) || type === 'fraud-alert' ? null : (inputs.stored?.id ?? null),
      title: body.title ?? title,
      at: now,
      openingId,
      warnings: openingId === null ? [] : listWarnings(drafted),
      freeAnnualReport: body.freeAnnualReport ?? follows?.freeAnnualReport ?? false,
      follows,
      items: items.map(item => ({ ...item, id: newId() })),
      letters: letters.map(letter => ({ id: newId(), letter })),
      enclosed: inputs.enclosed,
    })
    await audit(tx, { objectId: id })
    await emitEvent(tx, { type: 'dispute.created', clientId: userId, disputeId: id, at: now })
    return findDispute(tx, keyring, userId, id, inputs)
  }

  return {
    make,
    preview: async (call: Asked, draft: BuildDraft): Promise<Preview> => {
      const drafted = await buildDraft(db, call, draft)
      const { inputs, built } = drafted
      return {
        letters: built.letters.map(letter => ({
          bureau: letter.bureau,
          recipient: { ...letter.to, address: letter.recipient },
          body: letterText(letter),
          enclosures: missingEnclosures(
            built.topics.filter(({ bureaus }) => concerns(letter, bureaus)).map(({ topic }) => topic),
            inputs.enclosed,
            letter.to.kind,
          ),
        })),
        warnings: listWarnings(drafted),
      }
    },

    /**
     * Creates a dispute, once per idempotency key. `scope` separates requests that may share a key. A dispute made by a
     * manager waits for the client's confirmation, regardless of `attested`.
     */
    create: async (call: Made, { scope, draft }: { scope: string; draft: BuildDraft }): Promise<Dispute> => {
      const { principal, body, idempotencyKey } = call
      const { userId } = principal
      const openingId = principal.impersonation?.openingId ?? null
      if (openingId === null && body.attested !== true) throw new AppError('not_attested')
      const maker = openingId === null ? userId : `${userId}|${openingId}`
      const act = (tx: Database) => make(tx, call, draft)
      const request = { scope: `${scope}|${maker}`, key: idempotencyKey, body, owner: userId }
      return exclusively(userId, () => idempotency.run(request, act, remembered => Dispute.parse(remembered)))
    },
  }
}

/**
 * Prepares a follow-up for staff, in the caller's transaction; the client confirms it later. Throws the errors of
 * `buildFollowUp`.
 */
export const prepareFollowUp = (
  deps: CreateDisputeDeps,
  tx: Database,
  call: Omit<Audited, 'body'>,
  { disputeId, body }: { disputeId: string; body: FollowUpDispute },
): Promise<Dispute> =>
  disputeCreation(deps).make(tx, { ...call, body }, inputs =>
    buildFollowUp(tx, deps.keyring, { disputeId, body, inputs }),
  )

type Making =
  | 'previewAccount'
  | 'createAccount'
  | 'previewInquiry'
  | 'createInquiry'
  | 'previewPersonalInfo'
  | 'createPersonalInfo'
  | 'previewFreeze'
  | 'createFreeze'
  | 'previewFraudAlert'
  | 'createFraudAlert'
  | 'previewAgencyFreeze'
  | 'createAgencyFreeze'
  | 'previewValidation'
  | 'createValidation'
  | 'previewCease'
  | 'createCease'
  | 'previewDirect'
  | 'createDirect'
  | 'previewGoodwill'
  | 'createGoodwill'
  | 'previewSettlement'
  | 'createSettlement'
  | 'previewTheftNotice'
  | 'createTheftNotice'
  | 'previewFollowUp'
  | 'createFollowUp'

type BodyOf<Name extends Making> = RequestContext<(typeof disputes)[Name]>['body']

export const createDisputeRoutes = (deps: CreateDisputeDeps): Pick<Handlers<typeof disputes>, Making> => {
  const { preview, create } = disputeCreation(deps)
  /** The two routes of one dispute type. */
  const routes = <Body extends Common>(
    scope: string,
    build: (body: Body, inputs: DisputeInputs) => MaybeFollowing | Promise<MaybeFollowing>,
  ) => ({
    preview: (call: Asked & { body: Body }) => preview(call, inputs => build(call.body, inputs)),
    create: (call: Made & { body: Body }) =>
      create(call, { scope, draft: inputs => build(call.body, inputs) }),
  })
  const account = routes<BodyOf<'createAccount'>>('account-dispute', (body, inputs) =>
    buildFromInputs({ type: 'account', body }, inputs),
  )
  const inquiry = routes<BodyOf<'createInquiry'>>('inquiry-dispute', (body, inputs) =>
    buildFromInputs({ type: 'inquiry', body }, inputs),
  )
  const personalInfo = routes<BodyOf<'createPersonalInfo'>>('personal-info-dispute', (body, inputs) =>
    buildFromInputs({ type: 'personal-info', body }, inputs),
  )
  const validation = routes<BodyOf<'createValidation'>>('validation-dispute', (body, inputs) =>
    buildFromInputs({ type: 'validation', body }, inputs),
  )
  const cease = routes<BodyOf<'createCease'>>('cease-dispute', (body, inputs) =>
    buildFromInputs({ type: 'cease', body }, inputs),
  )
  const direct = routes<BodyOf<'createDirect'>>('direct-dispute', (body, inputs) =>
    buildFromInputs({ type: 'direct', body }, inputs),
  )
  const goodwill = routes<BodyOf<'createGoodwill'>>('goodwill-request', (body, inputs) =>
    buildFromInputs({ type: 'goodwill', body }, inputs),
  )
  const settlement = routes<BodyOf<'createSettlement'>>('settlement-offer', (body, inputs) =>
    buildFromInputs({ type: 'settlement', body }, inputs),
  )
  const theftNotice = routes<BodyOf<'createTheftNotice'>>('theft-notice', (body, inputs) =>
    buildFromInputs({ type: 'theft-notice', body }, inputs),
  )
  const freeze = routes<BodyOf<'createFreeze'>>('freeze-dispute', (body, inputs) =>
    withoutRows(buildFreezeDispute(body, toLetterContext(inputs))),
  )
  const fraudAlert = routes<BodyOf<'createFraudAlert'>>('fraud-alert', (body, inputs) =>
    withoutRows(buildFraudAlertDispute(body, inputs.user.profile.phoneNumber, toLetterContext(inputs))),
  )
  const agencyFreeze = routes<BodyOf<'createAgencyFreeze'>>('agency-freeze-dispute', (body, inputs) =>
    withoutRows(buildAgencyFreezeDispute(body, toLetterContext(inputs))),
  )
  const following =
    ({
      params: { disputeId },
      body,
    }: Pick<RequestContext<typeof disputes.createFollowUp>, 'params' | 'body'>): BuildDraft =>
    (inputs, from) =>
      buildFollowUp(from, deps.keyring, { disputeId, body, inputs })
  return {
    previewAccount: account.preview,
    createAccount: account.create,
    previewInquiry: inquiry.preview,
    createInquiry: inquiry.create,
    previewPersonalInfo: personalInfo.preview,
    createPersonalInfo: personalInfo.create,
    previewFreeze: freeze.preview,
    createFreeze: freeze.create,
    previewFraudAlert: fraudAlert.preview,
    createFraudAlert: fraudAlert.create,
    previewAgencyFreeze: agencyFreeze.preview,
    createAgencyFreeze: agencyFreeze.create,
    previewValidation: validation.preview,
    createValidation: validation.create,
    previewCease: cease.preview,
    createCease: cease.create,
    previewDirect: async call => {
      rejectStaff(call)
      return direct.preview(call)
    },
    createDirect: async call => {
      rejectStaff(call)
      return direct.create(call)
    },
    previewGoodwill: goodwill.preview,
    createGoodwill: goodwill.create,
    previewSettlement: settlement.preview,
    createSettlement: settlement.create,
    previewTheftNotice: theftNotice.preview,
    createTheftNotice: theftNotice.create,
    previewFollowUp: call => preview(call, following(call)),
    createFollowUp: call =>
      create(call, { scope: `follow-up|${call.params.disputeId}`, draft: following(call) }),
  }
}
