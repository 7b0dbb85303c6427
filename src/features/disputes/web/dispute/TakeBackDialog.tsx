import type { Bureau } from '#values/bureau.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import textStyles from '#web/ui/text.module.css'
import type { Item } from '../../dispute-contract.ts'
import { describeItem } from '../item-words.ts'

type Props = { bureau: Bureau; item: Item; disputeId: string; onClose: () => void }

/** Takes back an answer that was noted by mistake, once it is said what goes and what stays. */
export const TakeBackDialog = ({ bureau, item, disputeId, onClose }: Props) => {
  const { mutate, isPending, error } = useApiMutation(client.disputes.takeBackOutcome, {
    refreshes: [client.disputes.one, client.disputes.list, client.findings.list, client.credit.analytics],
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={`Take back the answer of ${bureau}?`}
      confirmLabel="Take it back"
      busy={isPending}
      busyText="Taking it back..."
      onConfirm={() => mutate({ disputeId, itemId: item.id, bureau })}
      onClose={onClose}
    >
      <div className={layoutStyles.stackSmall}>
        <p className={textStyles.muted}>{describeItem(item).name}</p>
        <p className={textStyles.muted}>
          The note goes, and with it the steps that it opened. Letters that you made after it stay, and so
          does the reply in your documents.
        </p>
        {error !== null && <ErrorNote error={error} safe="The answer is still noted." />}
      </div>
    </ConfirmDialog>
  )
}
