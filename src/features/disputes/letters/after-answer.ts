import { sortBureaus } from '#values/bureau.ts'
import { disputeAddresses } from '../envelope.ts'
import { bureauRecipient } from '../recipients.ts'
import { answeredBefore, type VerifiedItem } from './follow-up.ts'
import { composeLetter, type Letter, type LetterContext } from './letter.ts'

/** An item whose dispute the reinvestigation did not resolve, and the user's statement about it. */
export type StatedItem = Omit<VerifiedItem, 'askedBefore' | 'ownWords'> & { statement: string }

const statementLetter = (stated: StatedItem, context: LetterContext): Letter => {
  const { bureau, item, statement } = stated
  return composeLetter(
    bureauRecipient(bureau, disputeAddresses[bureau]),
    {
      subject: `Statement of dispute for my file: ${item.title}`,
      opening: `${answeredBefore(stated)} The reinvestigation did not resolve the dispute.`,
      items: [
        {
          title: item.title,
          facts: item.facts,
          says: [
            'I file this statement of the dispute under section 611(b) of the Fair Credit Reporting Act, 15 U.S.C. 1681i(b).',
          ],
          ownWords: statement,
          ask: 'Please add the statement to my file.',
        },
      ],
      closing: [
        'Section 611(c) of the Act, 15 U.S.C. 1681i(c), provides that later reports with this item clearly note that I dispute it, and give my statement or a clear and accurate summary of it.',
        'Please confirm to me in writing at the address above that the statement is in my file.',
      ],
    },
    context,
  )
}

/**
 * Statements of a dispute, one letter per bureau (15 USC 1681i(b): a brief statement of the nature of the dispute, which
 * the agency may limit to one hundred words; (c): noted in later reports).
 */
export const statementLetters = (stated: readonly StatedItem[], context: LetterContext): Letter[] =>
  sortBureaus(stated.map(({ bureau }) => bureau)).flatMap(bureau =>
    stated.filter(one => one.bureau === bureau).map(one => statementLetter(one, context)),
  )

/** An item that a bureau deleted after a dispute, and the recipients of reports with it named by the user. */
export type DeletedItem = Omit<VerifiedItem, 'askedBefore' | 'ownWords'> & { recipients: string }

const notifyLetter = (deleted: DeletedItem, context: LetterContext): Letter => {
  const { bureau, item, recipients } = deleted
  return composeLetter(
    bureauRecipient(bureau, disputeAddresses[bureau]),
    {
      subject: `Request to notify recipients of a deletion: ${item.title}`,
      opening: answeredBefore(deleted),
      items: [
        {
          title: item.title,
          facts: item.facts,
          says: [
            'Section 611(d) of the Fair Credit Reporting Act, 15 U.S.C. 1681i(d), provides that at my request you notify those whom I name that the item has been deleted, if they received a report with it for employment purposes within the two years before, or for any other purpose within the six months before.',
          ],
          ownWords: recipients,
          ask: 'Please notify each of those whom I name.',
        },
      ],
      closing: ['Please tell me in writing at the address above whom you notified.'],
    },
    context,
  )
}

/**
 * Requests to notify recipients of a report with an item that was deleted since, one letter per bureau (15 USC 1681i(d)).
 * Only the bureau can look up who received one, so the letter states it as a condition and claims nothing.
 */
export const notifyLetters = (deleted: readonly DeletedItem[], context: LetterContext): Letter[] =>
  sortBureaus(deleted.map(({ bureau }) => bureau)).flatMap(bureau =>
    deleted.filter(one => one.bureau === bureau).map(one => notifyLetter(one, context)),
  )
