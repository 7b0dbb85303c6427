import { Link } from '@tanstack/react-router'
import { showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Dispute } from '../../dispute-contract.ts'
import { type ClockState, listTheftClocks, type TheftClock } from '../../theft/theft-clocks.ts'
import { today } from '../dispute-text.ts'
import * as styles from './theft.module.css'

const looks = {
  late: { label: 'Overdue', tone: 'red' },
  not_arrived: { label: 'Did not arrive', tone: 'red' },
  to_confirm: { label: 'To confirm', tone: 'amber' },
  to_mail: { label: 'To mail', tone: 'amber' },
  may_be_late: { label: 'May be overdue', tone: 'amber' },
  running: { label: 'Delivered', tone: 'green' },
  under_way: { label: 'On its way', tone: 'blue' },
  answered: { label: 'Answered', tone: 'grey' },
} as const satisfies Record<ClockState, { label: string; tone: string }>

/** Every letter of the case with its deadline and next step; renders nothing if there is no letter. */
export const TheftClocks = ({ disputes }: { disputes: readonly Dispute[] }) => {
  const clocks = listTheftClocks(disputes, { today: today(), timeZone: browserTimeZone })
  if (clocks.length === 0) return null
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="clocks">
      <h3 id="clocks">Your letters and their days</h3>
      <ul className={styles.clocks}>
        {clocks.map(clock => (
          <Clock key={clock.key} clock={clock} />
        ))}
      </ul>
    </section>
  )
}

const Clock = ({ clock }: { clock: TheftClock }) => {
  const { disputeId, what, recipient, state, due, next } = clock
  return (
    <li>
      <p className={`${layoutStyles.row} ${layoutStyles.spread}`}>
        <Link to="/disputes/$disputeId" params={{ disputeId }}>
          {what}, {recipient}
        </Link>
        <Pill tone={looks[state].tone}>{looks[state].label}</Pill>
      </p>
      {due !== null && (
        <p>
          Due <time dateTime={due.on}>{showDay(due.on)}</time>
          {due.estimated && ', an estimate until the letter is delivered'}
        </p>
      )}
      <p className={textStyles.muted}>{next}</p>
    </li>
  )
}
