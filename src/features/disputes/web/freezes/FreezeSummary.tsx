import { Link } from '@tanstack/react-router'
import { showList } from '#values/list.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import type { FreezeStatus } from '../../freezes/contract.ts'
import { isFrozen } from '../../freezes/freeze-words.ts'
import { today } from '../dispute-text.ts'

/** In the Disputes section: where files are frozen, due reminders, and the link to all freezes. */
export const FreezeSummary = ({ freezes }: { freezes: readonly FreezeStatus[] }) => {
  const due = freezes.filter(({ remindOn }) => remindOn !== null && remindOn <= today())
  const frozen = freezes.filter(({ history }) => isFrozen(history, today()))
  const reminded = due.length > 0
  return (
    <Note
      tone={reminded ? 'amber' : 'plain'}
      icon={reminded ? 'bell' : 'snow'}
      title={reminded ? 'You wanted to be reminded of a freeze' : 'Your freezes'}
      action={
        <Link {...buttonLook()} to="/disputes/freezes">
          See your freezes
        </Link>
      }
    >
      {reminded
        ? `See to it at ${showList(due.map(({ agency }) => agency))}, then record what is true.`
        : frozen.length > 0
          ? `Frozen: ${showList(frozen.map(({ agency }) => agency))}.`
          : 'Where your files are frozen or lifted, and when to freeze them again.'}
    </Note>
  )
}
