import { useUser } from '#features/identity/web/session.ts'
import { isOffered } from '#web/capabilities.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as timelineStyles from '#web/ui/Timeline.module.css'
import type { DisputeType } from '../dispute-contract.ts'
import * as wizardStyles from './wizard/wizard.module.css'

type Line = { when: string; what: string }

/**
 * What follows a letter of dispute: a bureau has 30 days from its receipt, up to 45 when it gets more information
 * meanwhile (FCRA section 611(a)(1), 15 USC 1681i) or after a free yearly report (section 612(a)(3), 15 USC 1681j), and 5
 * business days more to write (section 611(a)(6)).
 */
const disputed: readonly Line[] = [
  {
    when: 'When a bureau receives its letter',
    what: 'It usually has 30 days to look into it. New information from you can make it 45, and so can a free yearly report.',
  },
  { when: 'Within 5 business days after that', what: 'It sends its answer to your address.' },
]

/** What follows a letter about a freeze (15 USC 1681c-1(i)(2)(A)(ii), (2)(B) and (3)(C)(ii)). */
const frozen: readonly Line[] = [
  {
    when: 'When a bureau receives its letter',
    what: 'It has three business days to place, lift or remove the freeze.',
  },
  {
    when: 'Within 5 business days after a freeze is placed',
    what: 'It confirms it to you, and says how you can lift it.',
  },
]

type Props = { type: DisputeType; toMail: boolean }

/** What happens after the letters were made. */
export const WhatNext = ({ type, toMail }: Props) => {
  const { notOffered } = useUser()
  return (
    <aside
      className={`${cardStyles.card} ${wizardStyles.summary} ${layoutStyles.stackSmall}`}
      aria-label="What happens next"
    >
      <h3>What happens next</h3>
      <ol className={timelineStyles.timeline}>
        {toMail && (
          <li className={timelineStyles.done}>
            <div>
              <b>Now</b>
              <p>
                {isOffered('mailing') && notOffered.mailing === null
                  ? 'You mail your letters with Send Physical, or download, sign and mail them yourself'
                  : 'You download your letters, sign them and mail them yourself'}{' '}
                with copies of your ID and of a proof of address.
              </p>
            </div>
          </li>
        )}
        {(type === 'freeze' ? frozen : disputed).map(({ when, what }) => (
          <li key={when}>
            <div>
              <b>{when}</b>
              <p>{what}</p>
            </div>
          </li>
        ))}
      </ol>
    </aside>
  )
}
