import type { ConsentText } from '#features/identity/contract.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'

type AgreeDialogProps = { words: ConsentText; onAgreed?: () => void; onClose: () => void }

/** Shows a consent text and records the user's agreement. */
export const AgreeDialog = ({ words: { kind, title, text, scope }, onAgreed, onClose }: AgreeDialogProps) => {
  const agree = useApiMutation(client.account.setConsent, {
    refreshes: [client.account.consents, client.identity.me, client.credit.analytics, client.checklist.read],
    onDone: () => {
      onClose()
      onAgreed?.()
    },
  })
  return (
    <ConfirmDialog
      title={title}
      confirmLabel="I agree"
      busy={agree.isPending}
      onConfirm={() => agree.mutate({ kind, given: true })}
      onClose={onClose}
    >
      <div className={layoutStyles.stackSmall}>
        <p>{text}</p>
        <p className={textStyles.muted}>{scope}</p>
        {agree.error && <ErrorNote error={agree.error} safe="You have not agreed." />}
      </div>
    </ConfirmDialog>
  )
}
