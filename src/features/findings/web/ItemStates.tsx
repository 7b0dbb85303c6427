import { Link } from '@tanstack/react-router'
import { localToday } from '#features/reports/web/parts-text.ts'
import { showList } from '#values/list.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import { type DisputedItem, isSameItem, type StateAt } from '../item-state.ts'
import { describeState, type StateWords } from '../item-state-words.ts'
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
  /** False if the context already names the bureau. */
  namesBureau?: boolean
}

/**
 * A disputed item's state at each bureau with the date, its source, the next step and the dispute. Renders nothing for an
 * item that was never disputed.
 */
export const ItemStates = ({ states, name, namesBureau = true }: Props) => {
  if (states.length === 0) return null
  const today = localToday()
  const lines = Map.groupBy(
    states.map(state => ({ ...state, ...describeState(state, today) })),
    ({ disputeId, label, text }) => `${disputeId} ${label} ${text}`,
  )
  return (
    <ul className={styles.states} aria-label={['Disputed', name].filter(part => part !== null).join(': ')}>
      {[...lines.values()].map(alike => (
        <StateLine key={alike[0]?.bureau} alike={alike} name={name} namesBureau={namesBureau} />
      ))}
    </ul>
  )
}

type LineProps = Omit<Props, 'states'> & { alike: readonly (StateAt & StateWords)[] }

/** Bureaus of one dispute with the same sentence. */
const StateLine = ({ alike, name, namesBureau }: LineProps) => {
  const [first] = alike
  if (first === undefined) return null
  const { disputeId, label, tone, text, next } = first
  const about = [name, showList(alike.map(({ bureau }) => bureau))].filter(part => part !== null).join(': ')
  return (
    <li>
      {namesBureau && alike.map(({ bureau }) => <Bureau key={bureau} bureau={bureau} />)}
      <Pill tone={tone}>{label}</Pill>
      <span className={styles.words}>
        {text} {next}{' '}
        <Link to="/disputes/$disputeId" params={{ disputeId }} aria-label={`See the dispute: ${about}`}>
          See the dispute
        </Link>
      </span>
    </li>
  )
}
