import type { Dispute, Letter } from '../dispute-contract.ts'
import { type Ask, deadlinesOf, extensionOf, receiptOf } from './deadlines.ts'
import { type Lettered, moreReceivedOn } from './more-information.ts'
import { nextStep } from './next.ts'

/** Today and the zone in which days are counted. */
export type Calendar = { today: string; timeZone: string }

/** A letter as it is shown, with what it asks for. */
export type AskingLetter = Letter & { asks: readonly Ask[] }

type Clocked = Pick<Dispute, 'id' | 'follows' | 'items' | 'freeAnnualReport'> & {
  letters: readonly AskingLetter[]
}

/** The deadlines of a letter and its next step, where the mail itself has not set one. */
const clockedLetter = (
  { asks, ...letter }: AskingLetter,
  dispute: Clocked,
  all: readonly Lettered[],
  { today, timeZone }: Calendar,
): Letter => {
  const { bureau, mailState, events, lobExpectedDeliveryDate: expectedOn } = letter
  const receipt = receiptOf({ mailState, events, expectedOn }, timeZone)
  const moreSentOn = moreReceivedOn(dispute, bureau, all, timeZone)
  const { freeAnnualReport } = dispute
  const extension = receipt && extensionOf({ freeAnnualReport, moreSentOn }, receipt.on)
  const deadlines = deadlinesOf(asks, receipt, extension)
  const answers = dispute.items
    .filter(({ bureaus }) => bureaus.includes(bureau))
    .map(item => item.answers.find(answer => answer.bureau === bureau) ?? null)
  return {
    ...letter,
    deadlines,
    next: letter.next ?? nextStep({ bureau, receipt, deadlines, answers }, today),
  }
}

/** A dispute's letters with what the law gives each bureau time for, and what comes next; `all` are the person's disputes. */
export const clockedLetters = (dispute: Clocked, all: readonly Lettered[], calendar: Calendar): Letter[] =>
  dispute.letters.map(letter => clockedLetter(letter, dispute, all, calendar))
