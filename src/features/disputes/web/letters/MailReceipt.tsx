import { showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { listAnswersDue } from '../../deadlines/answer-due.ts'
import type { Dispute, Letter } from '../../dispute-contract.ts'
import { disputeAddresses, freezeAddresses } from '../../envelope.ts'
import { MailPill } from '../StatusPills.tsx'
import { letterState } from './letter-state.ts'
import * as lettersStyles from './letters.module.css'

/** What was handed to the mail: each letter with its address, its day, when it should arrive and when its answer is due. */
export const MailReceipt = ({ dispute }: { dispute: Dispute }) => {
  const addresses = dispute.type === 'freeze' ? freezeAddresses : disputeAddresses
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
                <Bureau bureau={letter.bureau} />
                <MailPill letter={letter} />
              </p>
              <p className={textStyles.muted}>{addresses[letter.bureau].lines.join(', ')}</p>
              <dl>
                <div>
                  <dt>Handed over</dt>
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
                      ? notDue(letter)
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

const handedOver = ({ lobSentAt }: Letter): string =>
  lobSentAt === null ? 'In a moment' : showDay(lobSentAt, browserTimeZone)

const arrivedOn = ({ mailState, events }: Letter): string | null =>
  mailState === 'delivered' ? (events.find(({ event }) => event === 'delivered')?.at ?? null) : null

const arrival = (letter: Letter): string => {
  const arrived = arrivedOn(letter)
  if (arrived !== null) return showDay(arrived, browserTimeZone)
  const expected = letter.lobExpectedDeliveryDate
  return expected === null || letterState(letter) === 'failed' ? '-' : showDay(expected)
}

/** Before a letter is on its way no day can be counted; one that is answered or failed waits for none. */
const notDue = (letter: Letter): string => (letterState(letter) === 'pending' ? 'Counted from arrival' : '-')
