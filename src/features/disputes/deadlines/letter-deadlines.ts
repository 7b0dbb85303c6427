import type { Dispute, Letter } from '../dispute-contract.ts'
import { type Ask, findExtension, findReceipt, listDeadlines } from './deadlines.ts'
import { type DisputeWithLetters, listLaterReceipts } from './more-information.ts'
import { findNextStep } from './next-step.ts'

/** Today and the zone in which days are counted. */
export type Calendar = { today: string; timeZone: string }

/** A letter as it is shown, with what it asks for. */
export type LetterWithAsks = Letter & { asks: readonly Ask[] }

type Clocked = Pick<Dispute, 'id' | 'follows' | 'items' | 'freeAnnualReport'> & {
  letters: readonly LetterWithAsks[]
}

/** The deadlines of a letter and its next step, where the mail itself has not set one. */
const clockedLetter = (
  { asks, ...letter }: LetterWithAsks,
  dispute: Clocked,
  all: readonly DisputeWithLetters[],
  { today, timeZone }: Calendar,
): Letter => {
  const { bureau, mailState, events, lobExpectedDeliveryDate: expectedOn } = letter
  const receipt = findReceipt({ mailState, events, expectedOn }, timeZone)
  const moreSentOn = listLaterReceipts(dispute, bureau, all, timeZone)
  const { freeAnnualReport } = dispute
  const extension = receipt && findExtension({ freeAnnualReport, moreSentOn }, receipt.on)
  const deadlines = listDeadlines(asks, receipt, extension)
  const answers = dispute.items
    .filter(({ bureaus }) => bureaus.includes(bureau))
    .map(item => item.answers.find(answer => answer.bureau === bureau) ?? null)
  return {
    ...letter,
    deadlines,
    next: letter.next ?? findNextStep({ bureau, receipt, deadlines, answers }, today),
  }
}

/** A dispute's letters with what the law gives each bureau time for, and what comes next; `all` are the person's disputes. */
export const addDeadlines = (
  dispute: Clocked,
  all: readonly DisputeWithLetters[],
  calendar: Calendar,
): Letter[] => dispute.letters.map(letter => clockedLetter(letter, dispute, all, calendar))
