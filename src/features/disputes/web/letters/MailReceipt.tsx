import { showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { hasAnswerTime, isAnswered, listAnswersDue } from '../../deadlines/answer-due.ts'
import type { Dispute, Letter } from '../../dispute-contract.ts'
import { RecipientName } from '../RecipientName.tsx'
import { MailPill } from '../StatusPills.tsx'
import { letterState } from './letter-state.ts'
import * as lettersStyles from './letters.module.css'

/** What was sent to the mail provider: each letter with its address, date, expected delivery and answer due date. */
export const MailReceipt = ({ dispute }: { dispute: Dispute }) => {
  const due = listAnswersDue(dispute)
  return (
    <ul className={lettersStyles.receipt}>
      {dispute.letters
        .filter(({ mailState }) => mailState !== 'not_mailed')
        .map(letter => {
          const answer = due.find(({ letterId }) => letterId === letter.id)
          return (
            <li key={letter.id}>
              <p className={`${layoutStyles.row} ${layoutStyles.spread}`}>
                <RecipientName {...letter} />
                <MailPill letter={letter} />
              </p>
              <p className={textStyles.muted}>{letter.recipient.address.join(', ')}</p>
              <dl>
                <div>
                  <dt>Submitted</dt>
                  <dd>{handedOver(letter)}</dd>
                </div>
                <div>
                  <dt>{arrivedOn(letter) === null ? 'Should arrive' : 'Arrived'}</dt>
                  <dd>{arrival(letter)}</dd>
                </div>
                <div>
                  <dt>Answer due</dt>
                  <dd>
                    {answer === undefined
                      ? notDue(letter, dispute)
                      : `${showDay(answer.dueOn)}${answer.estimated ? ' (estimate)' : ''}`}
                  </dd>
                </div>
              </dl>
            </li>
          )
        })}
    </ul>
  )
}

const unknown = 'Not known yet'

/** A letter that waits for more than its turn says so in its next step. */
const handedOver = ({ lobSentAt, next }: Letter): string => {
  if (lobSentAt !== null) return showDay(lobSentAt, browserTimeZone)
  return next === null ? 'In a moment' : 'Not yet'
}

const arrivedOn = ({ mailState, events }: Letter): string | null =>
  mailState === 'delivered' ? (events.find(({ event }) => event === 'delivered')?.at ?? null) : null

const arrival = (letter: Letter): string => {
  const arrived = arrivedOn(letter)
  if (arrived !== null) return showDay(arrived, browserTimeZone)
  if (letterState(letter) === 'failed') return '-'
  const expected = letter.lobExpectedDeliveryDate
  return expected === null ? unknown : `${showDay(expected)} (estimate)`
}

/** Before the mail service has accepted a letter there are no deadlines; a failed letter has none either. */
const notDue = (letter: Letter, dispute: Dispute): string => {
  if (!hasAnswerTime(dispute)) return 'The law sets no day'
  if (isAnswered(dispute.items, letter)) return 'Answered'
  return letterState(letter) === 'pending' ? unknown : '-'
}
