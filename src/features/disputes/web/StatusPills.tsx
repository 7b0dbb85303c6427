import { isOffered } from '#web/capabilities.ts'
import { Pill } from '#web/ui/Pill.tsx'
import type { Dispute, Letter } from '../dispute-contract.ts'
import { type LetterState, letterState, letterStateLabels } from './letters/letter-state.ts'

const tones = { NEW: 'blue', SENT: 'green', CLOSED: 'grey' } as const satisfies Record<
  Dispute['status'],
  string
>

/** A dispute's status: NEW blue, SENT green, any other gray. */
export const StatusPill = ({ status }: Pick<Dispute, 'status'>) => (
  <Pill tone={tones[status]} caps>
    {status}
  </Pill>
)

const looks = {
  not_mailed: { tone: 'line' },
  pending: { tone: 'grey', icon: 'clock' },
  in_transit: { tone: 'blue', icon: 'truck' },
  delivered: { tone: 'green', icon: 'check' },
  failed: { tone: 'red', icon: 'warn' },
} as const satisfies Record<LetterState, { tone: string; icon?: string }>

/** A letter's status in a word with its icon; nothing if the user has to mail it. */
export const MailPill = ({ letter }: { letter: Letter }) => {
  const state = letterState(letter)
  if (state === 'not_mailed' && !isOffered('mailing')) return null
  return <Pill {...looks[state]}>{letterStateLabels[state]}</Pill>
}
