import { AppError } from '#api/errors.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { sortBureaus } from '#values/bureau.ts'
import {
  type BuiltDispute,
  buildAccountDispute,
  buildInquiryDispute,
  buildPersonalInfoDispute,
} from '../build-dispute.ts'
import type { Dispute, FollowUpDispute } from '../dispute-contract.ts'
import { isOpenStep } from '../follow-up-steps.ts'
import { enclosesEvidence } from '../letters/enclosures.ts'
import { findItemInLetter, verificationLetters } from '../letters/follow-up.ts'
import type { DisputeContext, Letter } from '../letters/letter.ts'
import { toPrintable } from '../letters/printable.ts'
import { personalTitle } from '../personal-entries.ts'
import { toLetterText } from '../request-checks.ts'
import { type DisputeInputs, toDisputeContext, toLetterContext } from './dispute-inputs.ts'
import { findDispute } from './find-disputes.ts'
import { type Follows, findPrintableLetters, findStoredItem } from './store.ts'
import type { StoredItem } from './stored-shapes.ts'

type Item = Dispute['items'][number]
type Step = {
  dispute: Dispute
  item: Item
  stored: StoredItem
  asked: FollowUpDispute
  letters: readonly Letter[]
  inputs: DisputeInputs
}

/** Maps field errors of the dispute's one item to the fields of the follow-up form. */
const withFormFields = <T>(draft: () => T): T => {
  try {
    return draft()
  } catch (error) {
    if (!(error instanceof AppError) || error.fields === undefined) throw error
    const { code, message } = error
    const fields = Object.fromEntries(
      Object.entries(error.fields).map(([path, sentence]) => [
        path
          .replace(/^items\.0\./, '')
          .replace(/^(accountId|inquiryId|reportedValue|correctBureau)$/, 'itemId'),
        sentence,
      ]),
    )
    throw new AppError(code, { message, fields })
  }
}

/** Each letter must be complete by itself, so the earlier explanation is repeated before the new one. */
const combineExplanations = (before: string, now: string): string =>
  now.includes(before) ? now : [before, now].filter(text => text !== '').join(' ')

/** Whether the follow-up encloses evidence that the first letters did not. */
const hasNewEvidence = ({ enclosures }: Dispute, { enclosed }: DisputeInputs): boolean =>
  enclosesEvidence(
    enclosed.filter(one => enclosures.every(({ documentId }) => documentId !== one.documentId)),
  )

/** Disputes the same item again, with new information or at other bureaus. */
const disputeAgain = ({ dispute, item, stored, asked, inputs, letters }: Step): BuiltDispute => {
  const { kind, bureaus } = asked
  const written = Object.fromEntries(letters.map(({ bureau, date }) => [bureau, date]))
  const before = item.explanation ?? ''
  const explanation = combineExplanations(before, asked.explanation ?? '')
  const adds = toPrintable(explanation) !== toPrintable(before) || hasNewEvidence(dispute, inputs)
  const followed: DisputeContext = {
    ...toDisputeContext(inputs),
    followed: { kind, writtenOn: written, answers: item.answers, adds },
  }
  if (item.type === 'account') {
    const { accountId, reason, correctBureau, asksToVerify } = item
    const right = correctBureau === null ? {} : { correctBureau }
    return buildAccountDispute(
      { items: [{ accountId, bureaus, reason, ...right, asksToVerify, explanation }] },
      followed,
    )
  }
  if (item.type === 'inquiry') {
    const { reason } = item
    // The original inquiry row may be gone, so use the row of a bureau that still lists it.
    const listed =
      stored.type === 'inquiry' ? asked.bureaus.flatMap(bureau => stored.ids[bureau] ?? [])[0] : undefined
    const inquiryId = listed ?? item.inquiryId
    return buildInquiryDispute({ items: [{ inquiryId, bureaus, reason, explanation }] }, followed)
  }
  if (item.type === 'freeze') throw new AppError('step_not_open')
  if (asked.explanation) {
    const sentence = 'Leave this empty. The entry itself says what is right; enclose what proves it.'
    throw new AppError('invalid_request', { fields: { explanation: sentence } })
  }
  const { field, reportedValue, reason: action, correctValue } = item
  return buildPersonalInfoDispute(
    { items: [{ field, reportedValue, action, bureaus, correctValue: correctValue ?? undefined }] },
    followed,
  )
}

const nameOf = (item: Item): string => {
  switch (item.type) {
    case 'account':
      return item.creditorName
    case 'inquiry':
      return item.company
    case 'personal-info':
      return personalTitle(item.field, item.reportedValue)
    case 'freeze':
      return 'Security freeze'
  }
}

/** Asks how the bureau verified the item. This disputes nothing; it names the item as the answered letter did. */
const askHowVerified = ({ dispute, item, stored, asked, inputs, letters }: Step): BuiltDispute => {
  const ownWords = toLetterText(asked.explanation, 'explanation', inputs.sender.ssnLastFour)
  const verified = asked.bureaus.flatMap(bureau => {
    const letter = letters.find(one => one.bureau === bureau)
    const answer = item.answers.find(one => one.bureau === bureau)
    const named = letter && findItemInLetter(letter, dispute.items, item.id)
    return letter && answer && named
      ? [{ bureau, writtenOn: letter.date, item: named, answer, ownWords }]
      : []
  })
  const sandbox = letters.some(({ mark }) => mark !== null)
  const made = verificationLetters(verified, { ...toLetterContext(inputs), sandbox })
  if (made.length !== asked.bureaus.length) throw new Error('an answered item is in no letter')
  return {
    type: dispute.type,
    title: `How was it verified? ${nameOf(item)}`.slice(0, 120),
    items: [{ ...stored, explanation: ownWords, bureaus: [...asked.bureaus] }],
    letters: made,
    reportDates: [],
    about: () => [],
  }
}

export type FollowUpDraft = BuiltDispute & { follows: Follows; mayRepeat: boolean }

/**
 * Builds the letters of a follow-up that is open for an item. Refuses `not_found`, `step_not_open`, and whatever a
 * first dispute of the item would refuse.
 */
export const buildFollowUp = async (
  from: Database,
  keyring: Keyring,
  { disputeId, body, inputs }: { disputeId: string; body: FollowUpDispute; inputs: DisputeInputs },
): Promise<FollowUpDraft> => {
  const userId = inputs.user.id
  const dispute = await findDispute(from, keyring, userId, disputeId, inputs)
  const item = dispute.items.find(({ id }) => id === body.itemId)
  if (!item) throw new AppError('not_found')
  const asked = { ...body, bureaus: sortBureaus(body.bureaus) }
  if (!isOpenStep(item.steps, asked.kind, asked.bureaus)) throw new AppError('step_not_open')
  const { letters } = await findPrintableLetters(from, keyring, userId, { disputeId })
  const stored = await findStoredItem(from, keyring, userId, item.id)
  const step: Step = { dispute, item, stored, asked, inputs, letters: letters.map(({ letter }) => letter) }
  const built =
    asked.kind === 'method_of_verification' ? askHowVerified(step) : withFormFields(() => disputeAgain(step))
  // Only a bureau that investigated, or declined to, can say that nothing new was added (15 U.S.C. 1681i(a)(3)(A)).
  const mayRepeat =
    asked.kind === 'dispute_again' &&
    item.answers.some(
      ({ bureau, outcome }) =>
        asked.bureaus.includes(bureau) && (outcome === 'verified' || outcome === 'frivolous'),
    )
  const { freeAnnualReport } = dispute
  const follows = { disputeId, itemId: item.id, kind: asked.kind, freeAnnualReport }
  return { ...built, follows, mayRepeat }
}
