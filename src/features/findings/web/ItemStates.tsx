import { Link } from '@tanstack/react-router'
import { localToday } from '#features/reports/web/parts-text.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import { type DisputedItem, isSameItem, type StateAt } from '../item-state.ts'
import { describeState } from '../item-state-words.ts'
import * as styles from './ItemStates.module.css'
import { useFindings } from './use-findings.ts'

/** Finds the states of an item, one for each bureau where it was disputed; none while they load. */
export const useItemStates = (): ((item: DisputedItem) => readonly StateAt[]) => {
  const { data } = useFindings()
  return item => data?.disputed.find(one => isSameItem(one.item, item))?.at ?? []
}

type Props = {
  states: readonly StateAt[]
  /** The item, for the accessible names of the links. */
  name: string | null
  /** False where the place already says which bureau it is about. */
  namesBureau?: boolean
}

/**
 * What became of a disputed item: its state at each bureau with the date, where it is known from, the next step
 * and the dispute. Nothing for an item that was never disputed.
 */
export const ItemStates = ({ states, name, namesBureau = true }: Props) => {
  if (states.length === 0) return null
  const today = localToday()
  return (
    <ul className={styles.states} aria-label={['Disputed', name].filter(part => part !== null).join(': ')}>
      {states.map(state => {
        const { label, tone, text, next } = describeState(state, today)
        return (
          <li key={state.bureau}>
            {namesBureau && <Bureau bureau={state.bureau} />}
            <Pill tone={tone}>{label}</Pill>
            <span className={styles.words}>
              {text} {next}{' '}
              <Link
                to="/disputes/$disputeId"
                params={{ disputeId: state.disputeId }}
                aria-label={['See the dispute', name, state.bureau].filter(part => part !== null).join(': ')}
              >
                See the dispute
              </Link>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
