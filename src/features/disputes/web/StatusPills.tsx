import { isOffered } from '#web/capabilities.ts'
import { Pill } from '#web/ui/Pill.tsx'
import type { Dispute, Letter } from '../dispute-contract.ts'
import { type LetterState, letterState, letterStateLabels } from './letters/letter-state.ts'

const tones = { NEW: 'blue', SENT: 'green', CLOSED: 'grey' } as const satisfies Record<
  Dispute['status'],
  string
>

/** A dispute's status as the server sends it: NEW blue, SENT green, any other grey. */
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

/** Where a letter is, in a word with its icon; nothing where it is for the user to mail. */
export const MailPill = ({ letter }: { letter: Letter }) => {
  const state = letterState(letter)
  if (state === 'not_mailed' && !isOffered('mailing')) return null
  return <Pill {...looks[state]}>{letterStateLabels[state]}</Pill>
}
