import { Pill } from '#web/ui/Pill.tsx'
import type { Dispute } from '../dispute-contract.ts'

const tones = { NEW: 'blue', SENT: 'green', CLOSED: 'grey' } as const satisfies Record<
  Dispute['status'],
  string
>

/** A dispute's status as the server sends it: NEW blue, SENT green, any other grey (specification section 4). */
export const StatusPill = ({ status }: Pick<Dispute, 'status'>) => (
  <Pill tone={tones[status]} caps>
    {status}
  </Pill>
)
