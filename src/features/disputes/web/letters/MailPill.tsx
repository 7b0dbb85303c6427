import { Pill } from '#web/ui/Pill.tsx'
import type { Letter } from '../../dispute-contract.ts'
import { type LetterState, letterState, letterStateLabels } from './letter-state.ts'

const looks = {
  not_mailed: { tone: 'line' },
  pending: { tone: 'grey', icon: 'clock' },
  in_transit: { tone: 'blue', icon: 'truck' },
  delivered: { tone: 'green', icon: 'check' },
  failed: { tone: 'red', icon: 'warn' },
} as const satisfies Record<LetterState, { tone: string; icon?: string }>

/** Where a letter is, in a word with its icon. */
export const MailPill = ({ letter }: { letter: Letter }) => {
  const state = letterState(letter)
  return <Pill {...looks[state]}>{letterStateLabels[state]}</Pill>
}
