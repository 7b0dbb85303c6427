import { useRef, useState } from 'react'
import type { Bureau } from '#values/bureau.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { SelectField } from '#web/ui/Choice.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Dispute, Item } from '../../dispute-contract.ts'
import { describeItem } from '../../item-words.ts'
import { type AskedOutcome, missingOf, OutcomeFields } from './OutcomeFields.tsx'

/** `bureau` is null for a company; `respondent` is the name of either. */
type Props = {
  bureau: Bureau | null
  respondent: string
  item: Item
  dispute: Pick<Dispute, 'id' | 'follows'>
  onClose: () => void
}

type Asked = AskedOutcome & { documentId: string }

/** Records the answer of a bureau or company on an item: the outcome, the day, and the reply among the documents. */
export const OutcomeDialog = ({ bureau, respondent, item, dispute, onClose }: Props) => {
  const { id: disputeId, follows } = dispute
  const noted = item.answers.find(one => one.bureau === bureau)
  const [asked, setAsked] = useState<Asked>({
    outcome: noted?.outcome ?? null,
    on: noted?.on ?? '',
    documentId: noted?.documentId ?? '',
  })
  const [tried, setTried] = useState(false)
  const first = useRef<HTMLFieldSetElement>(null)
  const { mutate, isPending, error } = useApiMutation(client.disputes.outcome, {
    refreshes: [client.disputes.one, client.disputes.list, client.findings.list, client.credit.analytics],
    onDone: onClose,
  })
  const missing = { ...(tried ? missingOf(asked) : {}), ...error?.fields }
  const change = (some: Partial<Asked>) => setAsked({ ...asked, ...some })
  const save = () => {
    setTried(true)
    const { outcome, on, documentId } = asked
    if (outcome === null || Object.keys(missingOf(asked)).length > 0) return first.current?.focus()
    mutate({
      disputeId,
      itemId: item.id,
      bureau,
      outcome,
      on,
      ...(documentId === '' ? {} : { documentId }),
    })
  }
  return (
    <ConfirmDialog
      title={`What did ${respondent} answer?`}
      confirmLabel="Save the answer"
      busy={isPending}
      busyText="Saving..."
      onConfirm={save}
      onClose={onClose}
      wide
    >
      <div className={layoutStyles.stack}>
        <p className={textStyles.muted}>{describeItem(item).name}</p>
        <OutcomeFields
          item={item}
          follows={follows?.kind}
          asked={asked}
          missing={missing}
          onChange={change}
          first={first}
        />
        <ReplyField documentId={asked.documentId} onChoose={documentId => change({ documentId })} />
        {error !== null && <ErrorNote error={error} safe="The answer is not recorded." />}
      </div>
    </ConfirmDialog>
  )
}

type ReplyProps = { documentId: string; onChoose: (documentId: string) => void }

/** Chooses the reply among the documents, replies first. */
const ReplyField = ({ documentId, onChoose }: ReplyProps) => {
  const { data } = useApiQuery(client.documents.list)
  const all = (data?.data ?? []).toSorted(
    (one, other) => Number(other.kind === 'bureau_reply') - Number(one.kind === 'bureau_reply'),
  )
  return (
    <SelectField
      label="The reply"
      optional
      hint="Upload it in Documents first. It is your evidence in a next step."
      options={[{ value: '', text: 'None' }, ...all.map(one => ({ value: one.id, text: one.documentName }))]}
      value={documentId}
      onChoose={onChoose}
    />
  )
}

/** Removes an answer recorded by mistake, after explaining what is removed and what stays. */
export const UndoDialog = ({ bureau, respondent, item, dispute, onClose }: Props) => {
  const { id: disputeId } = dispute
  const { mutate, isPending, error } = useApiMutation(client.disputes.takeBackOutcome, {
    refreshes: [client.disputes.one, client.disputes.list, client.findings.list, client.credit.analytics],
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={`Undo the answer of ${respondent}?`}
      confirmLabel="Undo"
      busy={isPending}
      busyText="Undoing..."
      onConfirm={() => mutate({ disputeId, itemId: item.id, bureau })}
      onClose={onClose}
    >
      <div className={layoutStyles.stackSmall}>
        <p className={textStyles.muted}>{describeItem(item).name}</p>
        <p className={textStyles.muted}>
          This removes the answer and the steps that it opened. Letters that you made after it stay, and so
          does the reply in your documents.
        </p>
        {error !== null && <ErrorNote error={error} safe="The answer is still recorded." />}
      </div>
    </ConfirmDialog>
  )
}
