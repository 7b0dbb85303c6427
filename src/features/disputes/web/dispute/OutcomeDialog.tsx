import { useRef, useState } from 'react'
import type { Bureau } from '#values/bureau.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import * as fieldStyles from '#web/ui/Field.module.css'
import { Field, FieldError } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Item, Outcome } from '../../dispute-contract.ts'
import { validationMessages } from '../../limits.ts'
import { describeItem, listOutcomes, today } from '../dispute-text.ts'

type Props = { bureau: Bureau; item: Item; disputeId: string; onClose: () => void }

type Asked = { outcome: Outcome | null; on: string; documentId: string }

/** What is missing of an answer, in the contract's own sentences. */
const missingOf = ({ outcome, on }: Asked): { outcome?: string; on?: string } => ({
  ...(outcome === null ? { outcome: validationMessages.noOutcome } : {}),
  ...(on === '' ? { on: 'Choose the day of the answer' } : {}),
  ...(on > today() ? { on: 'This day is in the future' } : {}),
})

/** Records what a bureau answered on an item: what, on which day, and its reply among the documents. */
export const OutcomeDialog = ({ bureau, item, disputeId, onClose }: Props) => {
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
      title={`What did ${bureau} answer?`}
      confirmLabel="Save the answer"
      busy={isPending}
      busyText="Saving..."
      onConfirm={save}
      onClose={onClose}
      wide
    >
      <div className={layoutStyles.stack}>
        <p className={textStyles.muted}>{describeItem(item).name}</p>
        <fieldset
          className={fieldStyles.options}
          ref={first}
          tabIndex={-1}
          aria-describedby={missing.outcome === undefined ? undefined : 'outcome-error'}
        >
          <legend className={fieldStyles.label}>The answer</legend>
          {missing.outcome !== undefined && <FieldError id="outcome-error" text={missing.outcome} />}
          {listOutcomes(item).map(({ outcome, label, hint }) => (
            <Choice
              key={outcome}
              type="radio"
              name="outcome"
              checked={asked.outcome === outcome}
              onChange={() => change({ outcome })}
              title={label}
              hint={hint}
            />
          ))}
        </fieldset>
        <Field
          label="Day of the answer"
          hint="Date on the bureau’s letter (today if there was none)."
          type="date"
          max={today()}
          value={asked.on}
          error={missing.on}
          onChange={event => change({ on: event.target.value })}
        />
        <ReplyField documentId={asked.documentId} onChoose={documentId => change({ documentId })} />
        {error !== null && <ErrorNote error={error} safe="The answer is not recorded." />}
      </div>
    </ConfirmDialog>
  )
}

type ReplyProps = { documentId: string; onChoose: (documentId: string) => void }

/** The bureau's reply among the documents, replies first. */
const ReplyField = ({ documentId, onChoose }: ReplyProps) => {
  const { data } = useApiQuery(client.documents.list)
  const all = (data?.data ?? []).toSorted(
    (one, other) => Number(other.kind === 'bureau_reply') - Number(one.kind === 'bureau_reply'),
  )
  return (
    <Field
      label="The bureau’s reply"
      optional
      hint="Upload it in Documents first. It is your evidence in a next step."
      control={wiring => (
        <select {...wiring} value={documentId} onChange={event => onChoose(event.target.value)}>
          <option value="">None</option>
          {all.map(({ id, documentName }) => (
            <option key={id} value={id}>
              {documentName}
            </option>
          ))}
        </select>
      )}
    />
  )
}

type UndoProps = { bureau: Bureau; item: Item; disputeId: string; onClose: () => void }

/** Undoes an answer that was recorded by mistake, after saying what goes and what stays. */
export const UndoDialog = ({ bureau, item, disputeId, onClose }: UndoProps) => {
  const { mutate, isPending, error } = useApiMutation(client.disputes.takeBackOutcome, {
    refreshes: [client.disputes.one, client.disputes.list, client.findings.list, client.credit.analytics],
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={`Undo the answer of ${bureau}?`}
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
