import { useMemo } from 'react'
import { formatCents } from '#features/credit/wording.ts'
import { showDate } from '#values/dates.ts'
import { type FieldErrors, useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import * as fieldStyles from '#web/ui/Field.module.css'
import { ErrorSummary, Field, FieldError } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { type PayoffGoal, payoffGoals } from '../../limits.ts'
import type { PayoffRequest, PayoffStart } from '../../payoff/payoff.ts'
import * as styles from './payoff.module.css'
import { readPayoffForm, showTyped, toFormErrors } from './read-form.ts'

const goals = {
  least_interest: { title: 'Lowest interest', hint: 'The least interest until everything is paid off' },
  fewest_months: {
    title: 'Fewest months',
    hint: 'The same payments: the cheapest way is also the fastest',
  },
  below_30: { title: 'Below 30% of the limits', hint: 'Each card and all together, as early as possible' },
  below_10: { title: 'Below 10% of the limits', hint: 'Each card and all together, as early as possible' },
} as const satisfies Record<PayoffGoal, { title: string; hint: string }>

type PayoffFormProps = {
  start: PayoffStart
  /** The content of a saved plan, instead of the report's cards. */
  saved: PayoffRequest | null
  busy: boolean
  refused: FieldErrors | undefined
  onGood: (request: PayoffRequest) => void
}

export const PayoffForm = ({ start, saved, busy, refused, onGood }: PayoffFormProps) => {
  const cards = saved?.cards ?? start.cards.map(card => ({ ...card, apr: null }))
  const others = saved?.others ?? start.others
  const known = cards.map(({ accountId, label, limit }) => ({ accountId, label, limit }))
  const fromServer = useMemo(() => refused && toFormErrors(refused), [refused])
  const form = useForm(
    values => readPayoffForm(values, known, others).errors,
    values => onGood(readPayoffForm(values, known, others).request),
    fromServer,
  )
  const labels = Object.fromEntries(
    cards.flatMap(({ label }, index) =>
      ['balance', 'apr', 'minimum'].map(name => [`${name}-${index}`, label]),
    ),
  )
  return (
    <form {...form.formProps} className={layoutStyles.stack}>
      <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="payoff-cards">
        <div>
          <h2 id="payoff-cards">Your cards</h2>
          <p className={textStyles.muted}>
            Your report has no APRs: type each one from your statement. Correct a balance or a minimum payment
            that has changed. What you type is used for this calculation and kept only in a plan that you
            save.
          </p>
        </div>
        <ErrorSummary errors={form.errors} labels={labels} summaryRef={form.summary} />
        <ul className={styles.cards}>
          {cards.map((card, index) => {
            const reported = start.cards.find(({ accountId }) => accountId === card.accountId)
            return (
              <li key={card.accountId}>
                <div>
                  <b>{card.label}</b>
                  {reported && !card.label.includes(reported.number ?? '') && <b> ({reported.number})</b>}
                  <p className={textStyles.muted}>
                    <CardSource card={reported} />
                    {card.limit === null ? 'No limit in your report' : `Limit ${formatCents(card.limit)}`}
                  </p>
                </div>
                <CardFields
                  index={index}
                  label={card.label}
                  values={[card.balance, card.apr, card.minimum]}
                  errors={form.errors}
                />
              </li>
            )
          })}
        </ul>
      </section>
      <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="payoff-goal">
        <fieldset className={layoutStyles.stackSmall}>
          <legend className={fieldStyles.label} id="payoff-goal">
            What the payments are for
          </legend>
          {form.errors.goal && <FieldError id="goal-error" text={form.errors.goal} />}
          <div className={styles.goals}>
            {payoffGoals.map(goal => (
              <Choice
                key={goal}
                type="radio"
                name="goal"
                value={goal}
                defaultChecked={goal === (saved?.goal ?? 'least_interest')}
                {...goals[goal]}
              />
            ))}
          </div>
        </fieldset>
        <div className={styles.amounts}>
          <Field
            label="Amount now"
            optional
            hint="In dollars, paid at once"
            name="now"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={saved && saved.now > 0 ? showTyped(saved.now) : ''}
            error={form.errors.now}
          />
          <Field
            label="Amount each month"
            optional
            hint="Leave it empty to pay today's minimums"
            name="monthly"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={showTyped(saved?.monthly ?? null)}
            error={form.errors.monthly}
          />
        </div>
        <div className={layoutStyles.row}>
          <Button type="submit" variant="primary" size="big" busy={busy} busyText="Calculating...">
            Calculate the plan
          </Button>
        </div>
      </section>
    </form>
  )
}

/** The source of the prefilled figures. */
const CardSource = ({ card }: { card: PayoffStart['cards'][number] | undefined }) => {
  if (card === undefined) return 'Not in your newest report. '
  const asOf = card.asOf === null ? '' : `, ${showDate(card.asOf)}`
  return `By ${card.bureau}${asOf}. `
}

const names = ['balance', 'apr', 'minimum'] as const
const fieldLabels = { balance: 'Balance, $', apr: 'APR, %', minimum: 'Minimum, $' } as const

type CardFieldsProps = {
  index: number
  label: string
  values: readonly [number | null, number | null, number | null]
  errors: FieldErrors
}

const CardFields = ({ index, label, values, errors }: CardFieldsProps) => (
  <div className={styles.fields} role="group" aria-label={label}>
    {names.map((name, nth) => (
      <Field
        key={name}
        label={fieldLabels[name]}
        name={`${name}-${index}`}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={showTyped(values[nth] ?? null)}
        error={errors[`${name}-${index}`]}
      />
    ))}
  </div>
)
