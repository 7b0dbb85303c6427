import { useMemo, useState } from 'react'
import type { CreditFacts } from '#features/credit/facts.ts'
import { showMonth } from '#values/dates.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice as ChoiceBox, SelectField } from '#web/ui/Choice.tsx'
import * as fieldStyles from '#web/ui/Field.module.css'
import { Field } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { Step } from '../../what-if/step.ts'
import { readStep } from './read-step.ts'
import {
  bureausOf,
  type Choice,
  choicesOf,
  kindsFor,
  lateMonthsOf,
  listChoices,
  type StepKind,
  stepNames,
} from './step-choices.ts'

type StepFormProps = {
  facts: CreditFacts
  busy: boolean
  /** Why the last step cannot be applied. */
  problem: { text: string } | null
  onAdd: (step: Step) => void
  /** Another kind of step was chosen, so the problem of the last one no longer applies. */
  onChange: () => void
}

/** Chooses a step from the user's report. */
export const StepForm = ({ facts, busy, problem, onAdd, onChange }: StepFormProps) => {
  const choices = useMemo(() => listChoices(facts), [facts])
  const kinds = kindsFor(choices)
  const [kind, setKind] = useState<StepKind>(kinds[0] ?? 'months')
  const refused = useMemo(
    (): Readonly<Record<string, string>> => (problem === null ? {} : { [fieldOf(kind)]: problem.text }),
    [problem, kind],
  )
  const form = useForm(
    values => readStep(kind, values, choices).errors ?? {},
    values => {
      const { step } = readStep(kind, values, choices)
      if (step !== null) onAdd(step)
    },
    refused,
  )
  return (
    <form
      {...form.formProps}
      className={`${cardStyles.card} ${layoutStyles.stack}`}
      aria-labelledby="add-step"
    >
      <div>
        <h2 className={textStyles.heading3} id="add-step">
          Add a step
        </h2>
        <p className={textStyles.muted}>Nothing is changed or sent. It is only calculated.</p>
      </div>
      <SelectField
        label="What if"
        name="kind"
        options={kinds.map(one => ({ value: one, text: stepNames[one] }))}
        value={kind}
        onChoose={chosen => {
          setKind(chosen)
          onChange()
        }}
      />
      <StepFields
        key={kind}
        kind={kind}
        facts={facts}
        choices={choicesOf(choices, kind)}
        errors={form.errors}
      />
      <Button type="submit" variant="primary" busy={busy} busyText="Calculating...">
        Add this step
      </Button>
    </form>
  )
}

/** The field that shows the server's message about a step. */
const fieldOf = (kind: StepKind): string => {
  if (kind === 'months') return 'months'
  return kind === 'pay' || kind === 'open' || kind === 'raise' ? 'amount' : 'item'
}

type StepFieldsProps = {
  kind: StepKind
  facts: CreditFacts
  choices: readonly Choice[]
  errors: Readonly<Record<string, string>>
}

const itemLabels: Readonly<Partial<Record<StepKind, string>>> = {
  pay: 'Account',
  close: 'Card',
  raise: 'Card',
  correct: 'Account',
  remove: 'Item',
  until_inquiry_leaves: 'Inquiry',
  until_late_month_leaves: 'Late month',
}

const amountLabels: Readonly<Partial<Record<StepKind, string>>> = {
  pay: 'Amount',
  open: 'Its limit',
  raise: 'New limit',
}

const StepFields = ({ kind, facts, choices, errors }: StepFieldsProps) => {
  const [item, setItem] = useState(choices[0]?.value ?? '')
  const chosen = choices.find(({ value }) => value === item)
  const itemLabel = itemLabels[kind]
  const amountLabel = amountLabels[kind]
  return (
    <>
      {itemLabel && (
        <SelectField
          label={itemLabel}
          name="item"
          error={errors.item}
          hint={chosen?.hint}
          options={choices}
          value={item}
          onChoose={setItem}
        />
      )}
      {amountLabel && (
        <Field
          key={item}
          label={amountLabel}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          hint="In dollars"
          defaultValue={chosen?.amount}
          error={errors.amount}
        />
      )}
      {kind === 'correct' && (
        <CorrectedFields key={item} months={lateMonthsOf(facts, item)} errors={errors} />
      )}
      {kind === 'months' && (
        <Field
          label="Months"
          name="months"
          inputMode="numeric"
          autoComplete="off"
          hint="From 1 to 120"
          defaultValue="6"
          error={errors.months}
        />
      )}
      {(kind === 'correct' || kind === 'remove') && <WhichBureau facts={facts} />}
    </>
  )
}

type CorrectedFieldsProps = { months: readonly string[]; errors: Readonly<Record<string, string>> }

/** What would be reported instead; empty fields stay unchanged. */
const CorrectedFields = ({ months, errors }: CorrectedFieldsProps) => (
  <>
    <Field
      label="Balance"
      name="balance"
      optional
      inputMode="decimal"
      autoComplete="off"
      error={errors.balance}
    />
    <Field label="Limit" name="limit" optional inputMode="decimal" autoComplete="off" error={errors.limit} />
    <Field
      label="Opened"
      name="dateOpened"
      optional
      type="date"
      autoComplete="off"
      error={errors.dateOpened}
    />
    <SelectField
      label="Open or closed"
      name="isOpen"
      optional
      options={[
        { value: '', text: 'As it is reported' },
        { value: 'open', text: 'Open' },
        { value: 'closed', text: 'Closed' },
      ]}
    />
    {months.length > 0 && (
      <fieldset className={layoutStyles.stackSmall}>
        <legend className={fieldStyles.label}>Late months that were paid on time (optional)</legend>
        {months.map(month => (
          <ChoiceBox key={month} type="checkbox" name={`month-${month}`} title={showMonth(month) ?? month} />
        ))}
      </fieldset>
    )}
  </>
)

const WhichBureau = ({ facts }: { facts: CreditFacts }) => {
  const bureaus = bureausOf(facts)
  if (bureaus.length < 2) return null
  return (
    <SelectField
      label="At"
      name="bureau"
      options={[
        { value: '', text: 'Every bureau that lists it' },
        ...bureaus.map(bureau => ({ value: bureau, text: bureau })),
      ]}
    />
  )
}
