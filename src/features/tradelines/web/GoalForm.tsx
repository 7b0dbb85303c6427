import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import type { ApiError } from '#web/api-error.ts'
import cardStyles from '#web/ui/Card.module.css'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import textStyles from '#web/ui/text.module.css'
import { notices } from '../guidance.ts'
import { FindButton } from './FindButton.tsx'
import tradelinesStyles from './tradelines.module.css'
import type { AdviceWork } from './use-advice.ts'

const names = {
  desiredAverageAge: 'Desired Average Age',
  desiredExtraLimit: 'Desired Extra Credit Limit',
} as const

/** Moves the focus to the one field that was just refused, or to the summary of several, which it gives a place for. */
const useRefusalFocused = (failure: ApiError | null): RefObject<HTMLDivElement | null> => {
  const summary = useRef<HTMLDivElement>(null)
  // Of what was refused before another tab was looked at, the sentence stands there still.
  const heard = useRef(failure)
  useEffect(() => {
    if (heard.current === failure) return
    heard.current = failure
    const [first, second] = Object.keys(failure?.fields ?? {})
    if (second !== undefined) summary.current?.focus()
    else if (first !== undefined) document.getElementById(first)?.focus()
  }, [failure])
  return summary
}

/**
 * What is wanted. Nothing is checked here: a text that is no number counts as 0 (specification section 5). A goal that
 * the server refuses gets the focus.
 */
export const GoalForm = ({ advice }: { advice: AdviceWork }) => {
  const { goalInput, setGoalInput, find, failure, barred } = advice
  const summary = useRefusalFocused(failure)
  const errors = failure?.fields ?? {}
  return (
    <form
      className={`${cardStyles.card} ${layoutStyles.stack}`}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        find()
      }}
    >
      <div>
        <h2>Set your goal</h2>
        <p className={textStyles.muted}>We look for the lowest-cost mix that gets you there.</p>
      </div>
      <ErrorSummary errors={errors} labels={names} summaryRef={summary} />
      <Field
        id="desiredAverageAge"
        label={names.desiredAverageAge}
        hint="In years, for example 5.5"
        error={errors.desiredAverageAge}
        control={wiring => (
          <Affixed
            {...wiring}
            end="years"
            inputMode="decimal"
            step="0.1"
            value={goalInput.age}
            onChange={event => setGoalInput({ ...goalInput, age: event.target.value })}
          />
        )}
      />
      <Field
        id="desiredExtraLimit"
        label={names.desiredExtraLimit}
        hint="In whole dollars"
        error={errors.desiredExtraLimit}
        control={wiring => (
          <Affixed
            {...wiring}
            start="$"
            inputMode="numeric"
            step="1"
            value={goalInput.limit}
            onChange={event => setGoalInput({ ...goalInput, limit: event.target.value })}
          />
        )}
      />
      <FindButton advice={advice} />
      {barred !== null && <p className={textStyles.muted}>{barred}</p>}
      <p className={tradelinesStyles.assurance}>
        <Icon name="info" />
        <span>{notices[0]}</span>
      </p>
    </form>
  )
}

type AffixedProps = ComponentProps<'input'> & { start?: string; end?: string }

/** A number with its unit inside the field. */
const Affixed = ({ start, end, ...input }: AffixedProps) => (
  <div className={tradelinesStyles.affix}>
    {start && <span aria-hidden="true">{start}</span>}
    <input type="number" min="0" {...input} />
    {end && <em aria-hidden="true">{end}</em>}
  </div>
)
