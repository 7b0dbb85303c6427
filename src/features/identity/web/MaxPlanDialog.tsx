import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'

type MaxPlanDialogProps = {
  /** Whether all three bureaus are to be shown from now on. */
  on: boolean
  /** The client whose plan it is; absent of one's own. */
  client?: string
  busy: boolean
  /** Why the plan was not changed, where the dialog stays to say so. */
  error?: unknown
  onConfirm: () => void
  onClose: () => void
}

/** Asks before the plan changes, and says who sees what from then on. */
export const MaxPlanDialog = ({ on, client, busy, error, onConfirm, onClose }: MaxPlanDialogProps) => {
  const what = client === undefined ? 'your scores and reports' : 'scores and reports'
  return (
    <ConfirmDialog
      title={on ? 'Enable Max Plan?' : 'Disable Max Plan?'}
      confirmLabel="Confirm"
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className={textStyles.muted}>
        {client ?? 'You'}{' '}
        {on
          ? `will see ${what} from all three bureaus: TransUnion, Equifax and Experian.`
          : 'will see TransUnion only. Equifax and Experian return when you turn Max Plan back on.'}
      </p>
      {Boolean(error) && <ErrorNote error={error} safe="The plan was not changed." />}
    </ConfirmDialog>
  )
}
