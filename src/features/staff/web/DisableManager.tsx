import { useState } from 'react'
import { useApiMutation, useInvalidate } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import type { StaffMember } from '../contract.ts'

const acts = {
  active: {
    word: 'Disable',
    what: '',
    kind: 'danger',
    text: 'They are signed out at once, and so is any client account they have open. They cannot sign in until they are enabled again.',
  },
  disabled: {
    word: 'Enable',
    what: '',
    kind: 'primary',
    text: 'They can sign in again with the password and app they had.',
  },
  invited: {
    word: 'Withdraw',
    what: 'the invitation of ',
    kind: 'danger',
    text: 'The link in the email stops working at once. You can invite them again.',
  },
} as const satisfies Record<StaffMember['status'], object>

/** Disables a manager, lets one in again, or takes an invitation back; each only after asking. */
export const DisableManager = ({ member }: { member: StaffMember }) => {
  const [asking, setAsking] = useState(false)
  const refresh = useInvalidate()
  const change = useApiMutation(client.staff.setDisabled, {
    onDone: () => {
      // The dialog gives the focus back before the list changes, with which its opener may go.
      setAsking(false)
      void refresh([client.staff.list])
    },
  })
  const place = useFocusFallback('staff')
  const { word, what, kind, text } = acts[member.status]
  const whom = `${what}${member.firstName} ${member.lastName}`
  return (
    <div ref={place}>
      <Button
        size="small"
        aria-label={`${word} ${whom}`}
        onClick={() => {
          change.reset()
          setAsking(true)
        }}
      >
        {word}
      </Button>
      {asking && (
        <ConfirmDialog
          title={`${word} ${whom}?`}
          confirmLabel={word}
          variant={kind}
          busy={change.isPending}
          onConfirm={() => change.mutate({ managerId: member.id, disabled: member.status !== 'disabled' })}
          onClose={() => setAsking(false)}
        >
          <p className="muted">{text}</p>
          {change.error && <ErrorNote error={change.error} safe="Nothing was changed." />}
        </ConfirmDialog>
      )}
    </div>
  )
}
