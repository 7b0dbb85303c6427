import type { Dispute, Item, Letter } from '../dispute-contract.ts'
import { type Ask, deadlinesOf, extensionOf, receiptOf } from './deadlines.ts'
import { type Lettered, moreReceivedOn } from './more-information.ts'
import { nextStep } from './next.ts'

/** Today and the zone in which days are counted. */
export type Calendar = { today: string; timeZone: string }

type Asking = Pick<Dispute, 'type' | 'follows' | 'items' | 'freeAnnualReport'>
type Clocked = Asking & Lettered

/** A freeze is one item, whose reason is what is to be done. */
const freezeAsk = (items: readonly Item[]): Ask => {
  const [item] = items
  const action = item && !('field' in item) && 'from' in item ? item.reason : 'place'
  if (action === 'lift') return { kind: 'freeze_lift', from: item && 'from' in item ? item.from : null }
  return action === 'remove' ? { kind: 'freeze_remove' } : { kind: 'freeze_place' }
}

/**
 * What the letters of a dispute ask for. A letter that says it encloses an identity theft report asks for a block beside
 * (15 U.S.C. 1681c-2); letters say so in the words of the statute.
 */
const asksOf = ({ type, follows, items }: Asking, body: string): Ask[] => {
  if (type === 'freeze') return [freezeAsk(items)]
  if (follows?.kind === 'method_of_verification') return [{ kind: 'method_of_verification' }]
  const blocks = body.includes('under section 605B of the Act')
  return blocks ? [{ kind: 'dispute' }, { kind: 'block' }] : [{ kind: 'dispute' }]
}

/** The deadlines of a letter and its next step, where the mail itself has not set one. */
const clockedLetter = (
  letter: Letter,
  dispute: Clocked,
  all: readonly Lettered[],
  { today, timeZone }: Calendar,
): Letter => {
  const { bureau, mailState, events, lobExpectedDeliveryDate: expectedOn } = letter
  const receipt = receiptOf({ mailState, events, expectedOn }, timeZone)
  const moreSentOn = moreReceivedOn(dispute, bureau, all, timeZone)
  const { freeAnnualReport } = dispute
  const extension = receipt && extensionOf({ freeAnnualReport, moreSentOn }, receipt.on)
  const deadlines = deadlinesOf(asksOf(dispute, letter.body), receipt, extension)
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
