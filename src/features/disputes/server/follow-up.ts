import { Refusal } from '#api/errors.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import { inOrder } from '#values/bureau.ts'
import type { Dispute, FollowUpDispute } from '../dispute-contract.ts'
import { type Drafted, draftAccount, draftInquiry, draftPersonalInfo, type Footing } from '../drafted.ts'
import { enclosesEvidence } from '../letters/enclosures.ts'
import type { Letter } from '../letters/letter.ts'
import { printable } from '../letters/printable.ts'
import { itemInLetter, verificationLetters } from '../letters/verification.ts'
import { isOpenStep } from '../next-steps.ts'
import { checkedWords } from '../own-words.ts'
import { personalTitle } from '../personal-entries.ts'
import { lettersToPrint } from './printing.ts'
import type { Follows } from './saving.ts'
import { footingOf, occasionOf, type Scene } from './scene.ts'
import { disputeOf, storedItemOf } from './store.ts'
import type { StoredItem } from './stored.ts'

type Item = Dispute['items'][number]
type Step = {
  dispute: Dispute
  item: Item
  stored: StoredItem
  asked: FollowUpDispute
  letters: readonly Letter[]
  scene: Scene
}

/** Refusals of the one item of a dispute, at the fields of the step. */
const atTheStep = <T>(draft: () => T): T => {
  try {
    return draft()
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields === undefined) throw error
    const { code, message } = error
    const fields = Object.fromEntries(
      Object.entries(error.fields).map(([path, sentence]) => [
        path
          .replace(/^items\.0\./, '')
          .replace(/^(accountId|inquiryId|reportedValue|correctBureau)$/, 'itemId'),
        sentence,
      ]),
    )
    throw new Refusal(code, { message, fields })
  }
}

/** The letter stands by itself: what the person said before, then what is new. */
const wordsAgain = (before: string, now: string): string =>
  now.includes(before) ? now : [before, now].filter(words => words !== '').join(' ')

/** Whether papers go with a step that speak for the person, and that the letters of the dispute did not enclose. */
const hasNewEvidence = ({ enclosures }: Dispute, { enclosed }: Scene): boolean =>
  enclosesEvidence(
    enclosed.filter(one => enclosures.every(({ documentId }) => documentId !== one.documentId)),
  )

/** The same item once more, with what is new, or at bureaus that were not asked before. */
const disputedAgain = ({ dispute, item, stored, asked, scene, letters }: Step): Drafted => {
  const { kind, bureaus } = asked
  const footing = footingOf(scene)
  const written = Object.fromEntries(letters.map(({ bureau, date }) => [bureau, date]))
  const before = item.explanation ?? ''
  const explanation = wordsAgain(before, asked.explanation ?? '')
  const adds = printable(explanation) !== printable(before) || hasNewEvidence(dispute, scene)
  const followed: Footing = {
    ...footing,
    occasion: { ...footing.occasion, followed: { kind, written, answers: item.answers, adds } },
  }
  if ('accountId' in item) {
    const { accountId, reason, correctBureau, asksToVerify } = item
    const right = correctBureau === null ? {} : { correctBureau }
    return draftAccount(
      { items: [{ accountId, bureaus, reason, ...right, asksToVerify, explanation }] },
      followed,
    )
  }
  if ('inquiryId' in item) {
    const { reason } = item
    // The row of a bureau that still lists it: the one that the dispute was made from may be gone by now.
    const listed = 'ids' in stored ? asked.bureaus.flatMap(bureau => stored.ids[bureau] ?? [])[0] : undefined
    const inquiryId = listed ?? item.inquiryId
    return draftInquiry({ items: [{ inquiryId, bureaus, reason, explanation }] }, followed)
  }
  if (!('field' in item)) throw new Refusal('step_not_open')
  if (asked.explanation) {
    const sentence = 'Leave this empty. What is right stands in the entry itself; enclose what proves it.'
    throw new Refusal('invalid_request', { fields: { explanation: sentence } })
  }
  const { field, reportedValue, reason: action, correctValue } = item
  return draftPersonalInfo(
    { items: [{ field, reportedValue, action, bureaus, correctValue: correctValue ?? undefined }] },
    followed,
  )
}

/** What an item is called in a title. */
const nameOf = (item: Item): string => {
  if ('accountId' in item) return item.creditorName
  if ('inquiryId' in item) return item.company
  return 'field' in item ? personalTitle(item.field, item.reportedValue) : 'Security freeze'
}

/** A question and no dispute: it names the item as the letter did that the bureau answered. */
const howItWasVerified = ({ dispute, item, stored, asked, scene, letters }: Step): Drafted => {
  const ownWords = checkedWords(asked.explanation, 'explanation', scene.sender.ssnLastFour)
  const verified = asked.bureaus.flatMap(bureau => {
    const letter = letters.find(one => one.bureau === bureau)
    const answer = item.answers.find(one => one.bureau === bureau)
    const named = letter && itemInLetter(letter, dispute.items, item.id)
    return letter && answer && named ? [{ bureau, written: letter.date, item: named, answer, ownWords }] : []
  })
  const sandbox = letters.some(({ mark }) => mark !== null)
  const made = verificationLetters(verified, { ...occasionOf(scene), sandbox })
  if (made.length !== asked.bureaus.length) throw new Error('an answered item is in no letter')
  return {
    type: dispute.type,
    title: `How was it verified? ${nameOf(item)}`.slice(0, 120),
    items: [{ ...stored, explanation: ownWords, bureaus: [...asked.bureaus] }],
    letters: made,
    reportDate: null,
    about: () => [],
  }
}

/** A step that a person asks for: its draft, what it follows, and whether it may repeat what was disputed before. */
export type FollowingDraft = Drafted & { follows: Follows; mayRepeat: boolean }

/**
 * The letters of a step that is open for an item after its answers. Refuses `not_found` when the dispute or the item is
 * not the person's, `step_not_open`, and what a first dispute of the item would refuse.
 */
export const followUp = async (
  from: Database,
  vault: Vault,
  { disputeId, body, scene }: { disputeId: string; body: FollowUpDispute; scene: Scene },
): Promise<FollowingDraft> => {
  const userId = scene.person.id
  const dispute = await disputeOf(from, vault, userId, disputeId, scene)
  const item = dispute.items.find(({ id }) => id === body.itemId)
  if (!item) throw new Refusal('not_found')
  const asked = { ...body, bureaus: inOrder(body.bureaus) }
  if (!isOpenStep(item.steps, asked.kind, asked.bureaus)) throw new Refusal('step_not_open')
  const { letters } = await lettersToPrint(from, vault, userId, { disputeId })
  const stored = await storedItemOf(from, vault, userId, item.id)
  const step: Step = { dispute, item, stored, asked, scene, letters: letters.map(({ letter }) => letter) }
  const drafted =
    asked.kind === 'method_of_verification' ? howItWasVerified(step) : atTheStep(() => disputedAgain(step))
  // Only a bureau that looked into it, or would not, can say that nothing new was added (15 USC 1681i(a)(3)(A)).
  const mayRepeat =
    asked.kind === 'dispute_again' &&
    item.answers.some(
      ({ bureau, outcome }) =>
        asked.bureaus.includes(bureau) && (outcome === 'verified' || outcome === 'frivolous'),
    )
  const { freeAnnualReport } = dispute
  const follows = { disputeId, itemId: item.id, kind: asked.kind, freeAnnualReport }
  return { ...drafted, follows, mayRepeat }
}
