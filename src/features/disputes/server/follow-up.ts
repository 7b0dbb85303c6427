import { AppError } from '#api/errors.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { noRows } from '../contradictions.ts'
import type { Dispute } from '../dispute-contract.ts'
import type { FollowUpDispute } from '../dispute-requests.ts'
import { isOpenStep } from '../follow-up-steps.ts'
import { alertWords } from '../fraud-alert-rules.ts'
import { notifyLetters, statementLetters } from '../letters/after-answer.ts'
import { enclosesEvidence } from '../letters/enclosures.ts'
import { type BureauAnswer, findItemInLetter, verificationLetters } from '../letters/follow-up.ts'
import type { Letter, LetterContext } from '../letters/letter.ts'
import { toPrintable } from '../letters/printable.ts'
import { countWords, maxStatementWords, validationMessages } from '../limits.ts'
import { personalTitle } from '../personal-entries.ts'
import { answersOfBureaus, concerns } from '../recipients.ts'
import { refusal, toLetterText } from '../request-checks.ts'
import type { AskedOfReport, BuiltFromReport } from './computed.ts'
import { buildFromInputs, type DisputeInputs, toLetterContext } from './dispute-inputs.ts'
import { findDispute } from './find-disputes.ts'
import { findShownItems } from './from-report.ts'
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
const withFormFields = async <T>(draft: () => Promise<T>): Promise<T> => {
  try {
    return await draft()
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

/** Each letter must be self-contained, so the earlier explanation is repeated, as sentences, before the new one. */
const combineExplanations = (before: string, now: string): string => {
  if (now.includes(before)) return now
  if (now === '') return before
  return `${before}${/[\p{L}\p{N})]$/u.test(before) ? '.' : ''} ${now}`
}

/** What the follow-up encloses and the first letters did not. */
const newEnclosures = ({ enclosures }: Dispute, { enclosed }: DisputeInputs): DisputeInputs['enclosed'] =>
  enclosed.filter(one => enclosures.every(({ documentId }) => documentId !== one.documentId))

/** The answers that a letter may cite: one that deleted the item, unless the bureau lists it again. */
const listStandingAnswers = async ({ item, stored, asked, inputs }: Step): Promise<BureauAnswer[]> => {
  const answers = answersOfBureaus(item.answers)
  if (asked.kind !== 'other_bureaus' || inputs.stored === null) return answers
  const { reinserted } = await findShownItems({
    content: inputs.stored.content,
    plan: inputs.user.plan,
    things: [],
    deleted: answers
      .filter(({ outcome }) => outcome === 'deleted')
      .map(({ bureau, on }) => ({ itemId: item.id, thing: stored, bureau, on })),
    today: inputs.today,
  })
  return answers.filter(({ bureau }) => !reinserted.some(one => one.bureau === bureau))
}

/**
 * Whether a letter of the dispute may have reached the bureau: it did not come back, or the bureau answered, so that the
 * user sent it in another way.
 */
const wasReached = (bureau: Bureau, { dispute, item }: Step): boolean =>
  dispute.letters.some(letter => letter.bureau === bureau && !letter.neverReceived) ||
  item.answers.some(answer => answer.bureau === bureau && answer.outcome !== 'no_answer')

/** Disputes the same item again, with new information or at other bureaus. */
const disputeAgain = async (step: Step): Promise<BuiltFromReport> => {
  const { dispute, item, stored, asked, inputs, letters } = step
  const { kind, bureaus } = asked
  // A letter to another bureau of the dispute was about its other items.
  const written = Object.fromEntries(
    answersOfBureaus(letters)
      .filter(({ bureau }) => concerns({ bureau }, item.bureaus) && wasReached(bureau, step))
      .map(({ bureau, date }) => [bureau, date]),
  )
  const before = item.explanation ?? ''
  const explanation = combineExplanations(before, asked.explanation ?? '')
  const added = newEnclosures(dispute, inputs)
  const followed = {
    kind,
    writtenOn: written,
    answers: await listStandingAnswers(step),
    adds: toPrintable(explanation) !== toPrintable(before) || enclosesEvidence(added),
    identifies: added.some(document => !enclosesEvidence([document])),
    freeAnnualReport: dispute.freeAnnualReport,
  }
  const again = (of: AskedOfReport) => buildFromInputs(of, inputs, followed)
  if (item.type === 'account') {
    const { accountId, reason, correctBureau, asksToVerify } = item
    const right = correctBureau === null ? {} : { correctBureau }
    const items = [{ accountId, bureaus, reason, ...right, asksToVerify, explanation }]
    return again({ type: 'account', body: { items } })
  }
  if (item.type === 'inquiry') {
    const { reason } = item
    // The original inquiry row may no longer be listed, so use the row of a bureau that still lists it.
    const listed =
      stored.type === 'inquiry' ? asked.bureaus.flatMap(bureau => stored.ids[bureau] ?? [])[0] : undefined
    const inquiryId = listed ?? item.inquiryId
    return again({ type: 'inquiry', body: { items: [{ inquiryId, bureaus, reason, explanation }] } })
  }
  if (item.type !== 'personal-info') throw new AppError('step_not_open')
  if (asked.explanation) {
    const sentence = 'Leave this empty. The entry itself says what is right; enclose what proves it.'
    throw new AppError('invalid_request', { fields: { explanation: sentence } })
  }
  const { field, reportedValue, reason: action, correctValue } = item
  const items = [{ field, reportedValue, action, bureaus, correctValue: correctValue ?? undefined }]
  return again({ type: 'personal-info', body: { items } })
}

const nameOf = (item: Item): string => {
  switch (item.type) {
    case 'account':
    case 'direct':
    case 'goodwill':
    case 'settlement':
    case 'theft-notice':
      return item.creditorName
    case 'inquiry':
      return item.company
    case 'personal-info':
      return personalTitle(item.field, item.reportedValue)
    case 'freeze':
    case 'agency-freeze':
      return 'Security freeze'
    case 'fraud-alert':
      return alertWords[item.reason].title
    case 'validation':
    case 'cease':
      return item.collector
  }
}

/** The item as named in the answered letter to each bureau. This disputes nothing, and cites no report. */
const answeredAt = ({ dispute, item, asked, letters }: Step) => {
  const found = asked.bureaus.flatMap(bureau => {
    const letter = letters.find(one => one.bureau === bureau)
    const answer = answersOfBureaus(item.answers).find(one => one.bureau === bureau)
    const named = letter && findItemInLetter(letter, dispute.items, item.id)
    return letter && answer && named ? [{ bureau, writtenOn: letter.date, item: named, answer }] : []
  })
  if (found.length !== asked.bureaus.length) throw new Error('an answered item is in no letter')
  return found
}

const requestContext = ({ inputs, letters }: Step): LetterContext => ({
  ...toLetterContext(inputs),
  sandbox: letters.some(({ mark }) => mark !== null),
})

const requestOf = (
  { dispute, stored, asked }: Step,
  { title, words, letters }: { title: string; words: string | null; letters: Letter[] },
): BuiltFromReport => ({
  type: dispute.type,
  title: title.slice(0, 120),
  items: [{ ...stored, explanation: words, bureaus: [...asked.bureaus] }],
  letters,
  reportDates: [],
  topics: [],
  related: noRows,
})

/** Asks how the bureau verified the item, or again if no description was received. */
const askHowVerified = (step: Step): BuiltFromReport => {
  const { dispute, item, asked, inputs } = step
  const words = toLetterText(asked.explanation, 'explanation', inputs.sender.ssnLastFour)
  const askedBefore = dispute.follows?.kind === 'method_of_verification'
  const verified = answeredAt(step).map(one => ({ ...one, askedBefore, ownWords: words }))
  const letters = verificationLetters(verified, requestContext(step))
  return requestOf(step, { title: `How was it verified? ${nameOf(item)}`, words, letters })
}

/**
 * Files the user's statement of the dispute. Throws `explanation_needed` without one, and refuses more words than
 * allowed.
 */
const fileStatement = (step: Step): BuiltFromReport => {
  const { item, asked, inputs } = step
  const statement = toLetterText(asked.explanation, 'explanation', inputs.sender.ssnLastFour)
  if (statement === null) throw refusal('explanation_needed', 'explanation', validationMessages.noStatement)
  if (countWords(statement) > maxStatementWords)
    throw refusal('invalid_request', 'explanation', validationMessages.statementTooLong)
  const stated = answeredAt(step).map(one => ({ ...one, statement }))
  const letters = statementLetters(stated, requestContext(step))
  return requestOf(step, { title: `Statement: ${nameOf(item)}`, words: statement, letters })
}

/** Requests notifying recipients of a deletion. Throws `explanation_needed` if the user names none. */
const notifyRecipients = (step: Step): BuiltFromReport => {
  const { item, asked, inputs } = step
  const recipients = toLetterText(asked.explanation, 'explanation', inputs.sender.ssnLastFour)
  if (recipients === null) throw refusal('explanation_needed', 'explanation', validationMessages.noRecipients)
  const deleted = answeredAt(step).map(one => ({ ...one, recipients }))
  const letters = notifyLetters(deleted, requestContext(step))
  return requestOf(step, { title: `Notify recipients: ${nameOf(item)}`, words: recipients, letters })
}

const buildLetters = (step: Step): BuiltFromReport | Promise<BuiltFromReport> => {
  switch (step.asked.kind) {
    case 'method_of_verification':
      return askHowVerified(step)
    case 'statement':
      return fileStatement(step)
    case 'notify_recipients':
      return notifyRecipients(step)
    case 'dispute_again':
    case 'other_bureaus':
      return withFormFields(() => disputeAgain(step))
  }
}

export type FollowUpDraft = BuiltFromReport & { follows: Follows; mayRepeat: boolean }

/**
 * Builds the letters of an available follow-up for an item. Throws `not_found`, `step_not_open`, and the errors of a
 * first dispute of the item.
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
  const built = await buildLetters(step)
  // Only a bureau that investigated, or declined to, can say that nothing new was added (15 U.S.C. 1681i(a)(3)(A)).
  const mayRepeat =
    asked.kind === 'dispute_again' &&
    answersOfBureaus(item.answers).some(
      ({ bureau, outcome }) =>
        asked.bureaus.includes(bureau) && (outcome === 'verified' || outcome === 'frivolous'),
    )
  const { freeAnnualReport } = dispute
  const follows = { disputeId, itemId: item.id, kind: asked.kind, freeAnnualReport }
  return { ...built, follows, mayRepeat }
}
