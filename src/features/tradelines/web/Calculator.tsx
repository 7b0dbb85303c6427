import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import type { ApiError } from '#web/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { notices } from '../guidance.ts'
import { AdviceResult } from './AdviceResult.tsx'
import * as tradelinesStyles from './tradelines.module.css'
import type { AdviceWork } from './use-advice.ts'

/** The goal at the left, what reaches it at the right; on a narrow screen below, where it is brought into sight. */
export const Calculator = ({ advice }: { advice: AdviceWork }) => {
  const { finding, failure } = advice
  const result = useRef<HTMLDivElement>(null)
  const wasFinding = useRef(finding)
  const hasAnswer = failure === null || !isGoalRefused(failure)
  useEffect(() => {
    if (wasFinding.current && !finding && hasAnswer && result.current) bringIntoSight(result.current)
    wasFinding.current = finding
  }, [finding, hasAnswer])
  return (
    <div className={layoutStyles.asideLeft}>
      <GoalForm advice={advice} />
      <div className={layoutStyles.stack} aria-busy={finding} ref={result}>
        <p className={textStyles.visuallyHidden} role="status">
          {saidOf(advice)}
        </p>
        <Shown advice={advice} />
      </div>
    </div>
  )
}

/** Where the result begins below the upper half of the window, the page and the focus go to its heading. */
const bringIntoSight = (result: HTMLElement) => {
  if (result.getBoundingClientRect().top < innerHeight / 2) return
  result.scrollIntoView({ block: 'start' })
  result.querySelector('h2')?.focus({ preventScroll: true })
}

/** What is announced beside what announces itself: error cards and the summary of several fields. */
const saidOf = ({ finding, failure, found }: AdviceWork): string => {
  if (finding) return 'Looking for the lowest-cost mix...'
  if (failure === null) return found?.advice.message ?? ''
  const [sentence = '', another] = Object.values(failure.fields)
  return another === undefined ? sentence : ''
}

/** A goal that is refused is explained beside its field: trying the same again would not help. */
const isGoalRefused = ({ fields }: ApiError): boolean => Object.keys(fields).length > 0

const Shown = ({ advice }: { advice: AdviceWork }) => {
  const { found, finding, failure, find } = advice
  if (failure !== null && !isGoalRefused(failure))
    return <ErrorCard error={failure} onRetry={find} busy={finding} />
  if (finding && found === null) return <Waiting />
  if (found === null)
    return (
      <section className={cardStyles.card}>
        <EmptyState icon="layers" title="Your result">
          Set your goal and get recommendations. This is only a calculation. Nothing is bought or sent.
        </EmptyState>
      </section>
    )
  return <AdviceResult found={found.advice} asked={found.asked} advice={advice} />
}

const Waiting = () => (
  <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`}>
    <Skeleton height="1.5rem" width="9rem" />
    <Skeleton height="3.5rem" />
    <Skeleton height="9rem" />
  </section>
)

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
 * What is wanted. Nothing is checked here: a text that is no number counts as 0. A goal that
 * the server refuses gets the focus.
 */
const GoalForm = ({ advice }: { advice: AdviceWork }) => {
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

/** Asks for recommendations; off in an account that is open for reading only. */
const FindButton = ({ advice: { finding, barred } }: { advice: AdviceWork }) => (
  <Button variant="primary" size="big" block type="submit" busy={finding} disabled={barred !== null}>
    Get recommendations
  </Button>
)
