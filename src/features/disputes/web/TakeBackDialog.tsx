import type { Bureau } from '#values/bureau.ts'
import { useAct } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import type { Item } from '../dispute-contract.ts'
import { itemWords } from './item-words.ts'

type Props = { bureau: Bureau; item: Item; disputeId: string; onClose: () => void }

/** Takes back an answer that was noted by mistake, once it is said what goes and what stays. */
export const TakeBackDialog = ({ bureau, item, disputeId, onClose }: Props) => {
  const { mutate, isPending, error } = useAct(client.disputes.takeBackOutcome, {
    refreshes: [client.disputes.one, client.disputes.list],
    onDone: onClose,
  })
  return (
    <Dialog
      title={`Take back the answer of ${bureau}?`}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={isPending}
            busyText="Taking it back..."
            onClick={() => mutate({ disputeId, itemId: item.id, bureau })}
          >
            Take it back
          </Button>
        </>
      }
    >
      <div className="stack-s">
        <p className="muted">{itemWords(item).name}</p>
        <p className="muted">
          The note goes, and with it the steps that it opened. Letters that you made after it stay, and so
          does the reply in your documents.
        </p>
        {error !== null && <ErrorNote error={error} safe="The answer is still noted." />}
      </div>
    </Dialog>
  )
}
