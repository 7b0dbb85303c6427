import { useUser } from '#features/identity/web/session.ts'
import { isOffered } from '#web/capabilities.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as timelineStyles from '#web/ui/Timeline.module.css'
import { noAnswerDay } from '../collectors/validation-period.ts'
import type { Dispute } from '../dispute-contract.ts'
import type { DisputeType } from '../dispute-requests.ts'
import * as wizardStyles from './wizard/wizard.module.css'

type Line = { when: string; what: string }

/**
 * After a dispute letter: a bureau has 30 days from its receipt, up to 45 if it gets more information in the meantime
 * (FCRA section 611(a)(1), 15 USC 1681i) or after a free annual report (section 612(a)(3), 15 USC 1681j), and 5 more
 * business days to send its results (section 611(a)(6)).
 */
const disputed: readonly Line[] = [
  {
    when: 'When a bureau receives its letter',
    what: 'It usually has 30 days to look into it. New information from you can make it 45, and so can a free yearly report.',
  },
  { when: 'Within 5 business days after that', what: 'It sends its answer to your address.' },
]

/** After a letter about a freeze (15 USC 1681c-1(i)(2)(A)(ii), (2)(B) and (3)(C)(ii)). */
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

/** After a request for an alert (15 USC 1681c-1(a)(1)(B), (a)(2), (b)(1)(C), (b)(2) and (c)(3)). */
const alerted: readonly Line[] = [
  {
    when: 'When the bureau receives the letter',
    what: 'It places the alert once it can tell that it is you, and passes it on to the other two. The law sets no day for that.',
  },
  {
    when: 'After a fraud alert is placed',
    what: 'It tells you how to get free copies of your file, and sends them within three business days of your request.',
  },
]

/** For a specialty agency, no law that we know of sets the deadline everywhere. */
const frozenByAgency: readonly Line[] = [
  {
    when: 'When the agency receives its letter',
    what: 'It acts under your state’s law or its own rules, which set the time. Online or by phone it may be faster.',
  },
  { when: 'When it confirms it', what: 'Record it in Your freezes.' },
]

/** After a letter to a debt collector: 15 U.S.C. 1692g(b), 1692c(c). There is no deadline for an answer. */
const validated: readonly Line[] = [
  {
    when: 'When the collector receives the letter',
    what: 'If that is within the validation period, it must not collect what you dispute until it has sent you verification or a copy of a judgment.',
  },
  { when: 'No set day', what: `${noAnswerDay} Record here what it does.` },
]

const ceased: readonly Line[] = [
  {
    when: 'When the collector receives the letter',
    what: 'Your request takes effect. The debt remains.',
  },
  { when: 'After that', what: 'Record here whether it contacts you again.' },
]

const linesOf: Partial<Record<DisputeType, readonly Line[]>> = {
  freeze: frozen,
  'agency-freeze': frozenByAgency,
  'fraud-alert': alerted,
  validation: validated,
  cease: ceased,
}

/** After the question how an item was verified (15 USC 1681i(a)(7)). */
const described: readonly Line[] = [
  {
    when: 'Within 15 days after a bureau receives its letter',
    what: 'It describes how it checked the item, with the name and address of every company that it asked.',
  },
]

/** After a statement of the dispute (15 USC 1681i(b) and (c)). The law sets no deadline. */
const stated: readonly Line[] = [
  { when: 'When a bureau receives its letter', what: 'It adds your statement to your file.' },
  {
    when: 'In later reports with the item',
    what: 'It says that you dispute the item, and gives your statement or a summary of it.',
  },
]

/** After a request to notify recipients of a deletion (15 USC 1681i(d)). The law sets no deadline. */
const notified: readonly Line[] = [
  {
    when: 'When a bureau receives its letter',
    what: 'It tells those whom you named that the item was deleted, if they received a report with it in that time.',
  },
]

const linesFor = ({ type, follows }: Pick<Dispute, 'type' | 'follows'>): readonly Line[] => {
  if (follows?.kind === 'method_of_verification') return described
  if (follows?.kind === 'statement') return stated
  if (follows?.kind === 'notify_recipients') return notified
  return linesOf[type] ?? disputed
}

type Props = { dispute: Pick<Dispute, 'type' | 'follows'>; toMail: boolean }

/** What happens after the letters were created. */
export const WhatNext = ({ dispute, toMail }: Props) => {
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
        {linesFor(dispute).map(({ when, what }) => (
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
