import type { Bureau } from '#values/bureau.ts'
import { collectorNextStep } from '../collectors/next-step.ts'
import type { Dispute, Item, Letter } from '../dispute-contract.ts'
import { isRequest } from '../item-disputes.ts'
import { concerns } from '../recipients.ts'
import { type Ask, findExtension, findReceipt, listDeadlines } from './deadlines.ts'
import { findNextStep } from './next-step.ts'

/** Today and the time zone in which days are counted. */
export type Calendar = { today: string; timeZone: string }

/** A letter as it is shown, with what it asks for. */
export type LetterWithAsks = Letter & { asks: readonly Ask[] }

type Clocked = Pick<Dispute, 'id' | 'follows' | 'items' | 'freeAnnualReport'> & {
  letters: readonly LetterWithAsks[]
}

/** Adds the deadlines of a letter and its next step, unless mailing has set one. */
const clockedLetter = (
  { asks, ...letter }: LetterWithAsks,
  dispute: Clocked,
  all: readonly DisputeWithLetters[],
  { today, timeZone }: Calendar,
): Letter => {
  const { bureau, recipient, mailState, events, lobExpectedDeliveryDate: expectedOn } = letter
  const receipt = findReceipt({ mailState, events, expectedOn }, timeZone)
  const moreSentOn = listLaterReceipts(dispute, bureau, all, timeZone)
  const { freeAnnualReport } = dispute
  const extension = receipt && findExtension({ freeAnnualReport, moreSentOn }, receipt.on)
  const deadlines = listDeadlines(asks, receipt, extension)
  const answers = dispute.items
    .filter(({ bureaus }) => concerns(letter, bureaus))
    .map(item => item.answers.find(answer => answer.bureau === bureau) ?? null)
  const toCollector = {
    collector: recipient.name,
    receipt,
    isAnswered: answers.every(answer => answer !== null),
  }
  return {
    ...letter,
    deadlines,
    next:
      letter.next ??
      collectorNextStep(dispute.items, toCollector, today) ??
      findNextStep({ recipient: recipient.name, receipt, asks, deadlines, answers }, today),
  }
}

/** Adds the recipients' deadlines and the next step to a dispute's letters; `all` are the user's disputes. */
export const addDeadlines = (
  dispute: Clocked,
  all: readonly DisputeWithLetters[],
  calendar: Calendar,
): Letter[] => dispute.letters.map(letter => clockedLetter(letter, dispute, all, calendar))

/** What is known of the letters of one dispute. */
export type DisputeWithLetters = Pick<Dispute, 'id' | 'follows' | 'items'> & { letters: readonly Letter[] }

/** Identifies the subject of an item across dispute types; null for what no bureau investigates. */
export const aboutOf = (item: Item): string | null => {
  switch (item.type) {
    case 'account':
      return `account|${item.accountId}`
    case 'inquiry':
      return `inquiry|${item.inquiryId}`
    case 'personal-info':
      return `${item.field}|${item.reportedValue}`
    case 'direct':
      return `direct|${item.accountId}|${item.company}`
    case 'freeze':
    case 'fraud-alert':
    case 'agency-freeze':
    case 'validation':
    case 'cease':
    case 'goodwill':
    case 'settlement':
    case 'theft-notice':
      return null
  }
}

const aboutAt = ({ items }: Pick<Dispute, 'items'>, bureau: Bureau | null): string[] =>
  items.filter(({ bureaus }) => concerns({ bureau }, bureaus)).flatMap(item => aboutOf(item) ?? [])

/**
 * The days on which a bureau, or the company (null), received, or should receive, a later letter of the user about an
 * item of a dispute: more information relevant to its investigation (15 U.S.C. 1681i(a)(1)(B)). A question about how it
 * was verified is not. `all` are the user's disputes, whose ids ascend in the order of creation.
 */
const listLaterReceipts = (
  dispute: DisputeWithLetters,
  bureau: Bureau | null,
  all: readonly DisputeWithLetters[],
  timeZone: string,
): string[] => {
  const about = new Set(aboutAt(dispute, bureau))
  return all
    .filter(({ id, follows }) => id > dispute.id && !isRequest(follows?.kind))
    .filter(other => aboutAt(other, bureau).some(one => about.has(one)))
    .flatMap(({ letters }) => letters.filter(letter => letter.bureau === bureau))
    .flatMap(({ mailState, events, lobExpectedDeliveryDate: expectedOn }) => {
      const receipt = findReceipt({ mailState, events, expectedOn }, timeZone)
      return receipt === null ? [] : [receipt.on]
    })
}
