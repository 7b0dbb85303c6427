import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'

/** Switches three-bureau access of the user's account; fetches everything that shows bureaus again. */
export const useMaxPlan = () =>
  useApiMutation(client.identity.setMaxPlan, {
    refreshes: [
      client.identity.me,
      client.credit.analytics,
      client.findings.list,
      client.alerts.list,
      client.disputes.list,
    ],
  })

type MaxPlanDialogProps = {
  /** Whether to show all three bureaus from now on. */
  on: boolean
  /** The client whose plan it is; absent for the user's own. */
  client?: string
  busy: boolean
  /** Why the plan was not changed, shown in the open dialog. */
  error?: unknown
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before the plan changes, and explains who sees what after that. */
export const MaxPlanDialog = ({ on, client: name, busy, error, onConfirm, onClose }: MaxPlanDialogProps) => {
  const what = name === undefined ? 'your scores and reports' : 'scores and reports'
  return (
    <ConfirmDialog
      title={on ? 'Enable Max Plan?' : 'Disable Max Plan?'}
      confirmLabel="Confirm"
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className={textStyles.muted}>
        {name ?? 'You'}{' '}
        {on
          ? `will see ${what} from all three bureaus: TransUnion, Equifax and Experian.`
          : 'will see TransUnion only. Equifax and Experian return when you turn Max Plan back on.'}
      </p>
      {Boolean(error) && <ErrorNote error={error} safe="The plan was not changed." />}
    </ConfirmDialog>
  )
}
