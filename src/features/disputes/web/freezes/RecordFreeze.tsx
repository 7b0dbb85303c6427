import { useRef, useState } from 'react'
import { showDay } from '#values/dates.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { RadioChoices } from '#web/ui/Choice.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { FreezeRecordBody } from '../../freezes/contract.ts'
import {
  dayAfterLift,
  type FreezeState,
  freezeRecordProblems,
  freezeStates,
} from '../../freezes/freeze-record.ts'
import { stateNames } from '../../freezes/freeze-words.ts'
import type { FreezeAgency } from '../../freezes/specialty-agencies.ts'
import { today } from '../dispute-text.ts'

type Answers = {
  state: FreezeState | null
  on: string
  until: string
  remind: 'no' | 'after' | 'chosen'
  remindOn: string
}

const nothing: Answers = { state: null, on: '', until: '', remind: 'no', remindOn: '' }

const hints: Readonly<Record<FreezeState, string>> = {
  frozen: 'You froze the file, or the bureau or agency confirmed it.',
  lifted: 'Open for a time, or until you freeze it again.',
  not_frozen: 'You never froze it, or you had the freeze removed.',
}

const dayLabels: Readonly<Record<FreezeState, { label: string; hint: string }>> = {
  frozen: {
    label: 'Frozen since',
    hint: 'The day on which you froze it, or on which you saw that it is frozen.',
  },
  lifted: { label: 'First day of the lift', hint: 'It may be ahead.' },
  not_frozen: { label: 'Not frozen since', hint: 'The day of the removal, or today.' },
}

/** The request, or its missing parts by the body's paths. */
const bodyOf = (
  agency: FreezeAgency,
  { state, on, until, remind, remindOn }: Answers,
): { body: FreezeRecordBody } | { missing: Partial<Record<keyof Answers, string>> } => {
  if (state === null) return { missing: { state: 'Choose what is true now' } }
  if (on === '') return { missing: { on: 'Choose the day' } }
  const end = state === 'lifted' && until !== '' ? until : null
  const reminder =
    state === 'frozen' || remind === 'no'
      ? null
      : remind === 'after'
        ? dayAfterLift({ state, until: end }, today())
        : remindOn
  if (reminder === '') return { missing: { remindOn: 'Choose the day of the reminder' } }
  return {
    body: {
      agency,
      state,
      on,
      ...(end === null ? {} : { until: end }),
      ...(reminder === null ? {} : { remindOn: reminder }),
    },
  }
}

type Props = { agency: FreezeAgency; onClose: () => void }

/** Records the state of a freeze: frozen, lifted for some days, or not frozen, and when to be reminded. */
export const RecordFreeze = ({ agency, onClose }: Props) => {
  const [answers, setAnswers] = useState(nothing)
  const [tried, setTried] = useState(false)
  const first = useRef<HTMLFieldSetElement>(null)
  const { mutate, isPending, error } = useApiMutation(client.freezes.record, {
    refreshes: [client.freezes.list],
    onDone: onClose,
  })
  const given = bodyOf(agency, answers)
  const found = 'missing' in given ? given.missing : freezeRecordProblems(given.body, today())
  const problems: Readonly<Record<string, string | undefined>> = { ...(tried ? found : {}), ...error?.fields }
  const change = (some: Partial<Answers>) => setAnswers({ ...answers, ...some })
  const save = () => {
    setTried(true)
    if ('missing' in given || Object.keys(found).length > 0) return first.current?.focus()
    mutate(given.body)
  }
  const { state, on, until } = answers
  return (
    <ConfirmDialog
      title={`The freeze at ${agency}`}
      confirmLabel="Save"
      busy={isPending}
      busyText="Saving..."
      onConfirm={save}
      onClose={onClose}
      wide
    >
      <div className={layoutStyles.stack}>
        <RadioChoices
          name="state"
          ref={first}
          tabIndex={-1}
          legend="What is true now?"
          error={problems.state}
          options={freezeStates.map(one => ({ value: one, title: stateNames[one], hint: hints[one] }))}
          chosen={state}
          onChoose={one => change({ state: one })}
        />
        {state !== null && (
          <div className={layoutStyles.grid2}>
            <Field
              {...dayLabels[state]}
              type="date"
              max={state === 'lifted' ? undefined : today()}
              value={on}
              error={problems.on}
              onChange={event => change({ on: event.target.value })}
            />
            {state === 'lifted' && (
              <Field
                label="Last day of the lift"
                optional
                hint="If empty: until you freeze it again."
                type="date"
                min={on}
                value={until}
                error={problems.until}
                onChange={event => change({ until: event.target.value })}
              />
            )}
          </div>
        )}
        {(state === 'lifted' || state === 'not_frozen') && (
          <ReminderChoice answers={answers} change={change} problem={problems.remindOn} />
        )}
        {error !== null && <ErrorNote error={error} safe="Nothing is recorded." />}
      </div>
    </ConfirmDialog>
  )
}

type ReminderProps = {
  answers: Answers
  change: (some: Partial<Answers>) => void
  problem: string | undefined
}

const ReminderChoice = ({ answers, change, problem }: ReminderProps) => {
  const { state, until, remind, remindOn } = answers
  const after = state === null ? null : dayAfterLift({ state, until: until === '' ? null : until }, today())
  const chosen = remind === 'after' && after === null ? 'no' : remind
  const options = [
    { value: 'no', title: 'No reminder' },
    ...(after === null
      ? []
      : [{ value: 'after', title: `The day after the lift, ${showDay(after)}` } as const]),
    { value: 'chosen', title: 'On a day that I choose' },
  ] as const
  return (
    <>
      <RadioChoices
        name="remind"
        legend="Remind me to freeze it again"
        options={options}
        chosen={chosen}
        onChoose={value => change({ remind: value })}
      />
      {remind === 'chosen' && (
        <Field
          label="Day of the reminder"
          type="date"
          value={remindOn}
          error={problem}
          onChange={event => change({ remindOn: event.target.value })}
        />
      )}
    </>
  )
}

type RemoveProps = Props & { recordId: string }

/** Removes a record made by mistake, after explaining what is removed. */
export const RemoveRecord = ({ agency, recordId, onClose }: RemoveProps) => {
  const { mutate, isPending, error } = useApiMutation(client.freezes.remove, {
    refreshes: [client.freezes.list],
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={`Remove this record of ${agency}?`}
      confirmLabel="Remove"
      busy={isPending}
      busyText="Removing..."
      onConfirm={() => mutate({ recordId })}
      onClose={onClose}
    >
      <div className={layoutStyles.stackSmall}>
        <p className={textStyles.muted}>
          This removes what was recorded here, with its reminder. It changes nothing at {agency}.
        </p>
        {error !== null && <ErrorNote error={error} safe="The record is still there." />}
      </div>
    </ConfirmDialog>
  )
}
