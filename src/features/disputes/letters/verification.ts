import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { disputeAddresses } from '../envelope.ts'
import { composeLetter } from './compose.ts'
import type { BureauAnswer, Letter, LetterContext, LetterItem } from './letter.ts'
import { longDate } from './words.ts'

/** An item that a bureau answered it verified: the letter that asked, the item as that letter named it, the answer. */
export type VerifiedItem = {
  bureau: Bureau
  /** The day, `YYYY-MM-DD`, of the letter that disputed it. */
  writtenOn: string
  item: Pick<LetterItem, 'title' | 'facts'>
  answer: BureauAnswer
  /** The person's own words to this request; null when there are none. */
  ownWords: string | null
}

/** The place of an item in the letter to a bureau: letters name items in their order, each only where it is disputed. */
export const findItemInLetter = (
  letter: Pick<Letter, 'bureau' | 'items'>,
  items: readonly { id: string; bureaus: readonly Bureau[] }[],
  itemId: string,
): LetterItem | null => {
  const place = items
    .filter(({ bureaus }) => bureaus.includes(letter.bureau))
    .findIndex(({ id }) => id === itemId)
  return letter.items[place] ?? null
}

const letterTo = (verified: VerifiedItem, occasion: LetterContext): Letter => {
  const { bureau, writtenOn, item, answer, ownWords } = verified
  return composeLetter(
    bureau,
    disputeAddresses[bureau],
    {
      subject: `Request for a description of the reinvestigation procedure: ${item.title}`,
      opening: `In my letter of ${longDate(writtenOn)} I disputed the item below in my ${bureau} file. You answered on ${longDate(answer.on)} that it was verified.`,
      items: [
        {
          title: item.title,
          facts: item.facts,
          says: [
            'Sections 611(a)(6)(B)(iii) and 611(a)(7) of the Fair Credit Reporting Act, 15 U.S.C. 1681i, provide for a description of the procedure on request.',
          ],
          ownWords,
          ask: 'Please describe the procedure by which you determined that this item is accurate and complete. Please give the business name and address of every company that you contacted about it, and its telephone number if you have it.',
        },
      ],
      closing: [
        'The Act gives 15 days from the day you receive this request. Please send the description to me in writing at the address above.',
      ],
    },
    occasion,
  )
}

/**
 * Requests for the procedure by which an item was verified, one for each bureau (15 USC 1681i(a)(6)(B)(iii): a
 * description with the business name and address of every furnisher contacted, and its telephone number if reasonably
 * available; (a)(7): within 15 days of the request).
 */
export const verificationLetters = (verified: readonly VerifiedItem[], occasion: LetterContext): Letter[] =>
  sortBureaus(verified.map(({ bureau }) => bureau)).flatMap(bureau =>
    verified.filter(one => one.bureau === bureau).map(one => letterTo(one, occasion)),
  )
