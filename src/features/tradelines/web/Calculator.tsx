import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import type { ApiError } from '#web/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { notices } from '../guidance.ts'
import { AdviceResult } from './AdviceResult.tsx'
import * as tradelinesStyles from './tradelines.module.css'
import type { AdviceWork } from './use-advice.ts'

/** The goal next to the result; on a narrow screen the result is below and is scrolled to. */
export const Calculator = ({ advice }: { advice: AdviceWork }) => {
  const { finding, failure } = advice
  const result = useRef<HTMLDivElement>(null)
  const wasFinding = useRef(finding)
  const hasAnswer = failure === null || !isGoalRefused(failure)
  useEffect(() => {
    if (wasFinding.current && !finding && hasAnswer && result.current) scrollToResult(result.current)
    wasFinding.current = finding
  }, [finding, hasAnswer])
  return (
    <div className={layoutStyles.asideLeft}>
      <GoalForm advice={advice} />
      <div className={layoutStyles.stack} aria-busy={finding} ref={result}>
        <p className={textStyles.visuallyHidden} role="status">
          {statusText(advice)}
        </p>
        <Shown advice={advice} />
      </div>
    </div>
  )
}

/** Scrolls to a result that begins below the upper half of the window, and focuses its heading. */
const scrollToResult = (result: HTMLElement) => {
  if (result.getBoundingClientRect().top < innerHeight / 2) return
  result.scrollIntoView({ block: 'start' })
  result.querySelector('h2')?.focus({ preventScroll: true })
}

/** The status for screen readers. Error cards and the summary of several fields announce themselves. */
const statusText = ({ finding, failure, found }: AdviceWork): string => {
  if (finding) return 'Looking for the lowest-cost mix...'
  if (failure === null) return found?.advice.message ?? ''
  const [sentence = '', another] = Object.values(failure.fields)
  return another === undefined ? sentence : ''
}

/** Explained next to the fields, because retrying would not help. */
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
  return <AdviceResult found={found.advice} input={found.input} advice={advice} />
}

const Waiting = () => (
  <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`}>
    <Skeleton height="1.5rem" width="9rem" />
    <Skeleton height="3.5rem" />
    <Skeleton height="9rem" />
  </section>
)

const fields = [
  {
    id: 'desiredAverageAge',
    input: 'age',
    label: 'Desired Average Age',
    hint: 'In years, for example 5.5',
    end: 'years',
    inputMode: 'decimal',
    step: '0.1',
  },
  {
    id: 'desiredExtraLimit',
    input: 'limit',
    label: 'Desired Extra Credit Limit',
    hint: 'In whole dollars',
    start: '$',
    inputMode: 'numeric',
    step: '1',
  },
] as const

const labels = Object.fromEntries(fields.map(({ id, label }) => [id, label]))

/** Focuses the field that was refused, or the summary of several. Returns the ref of the summary. */
const useFocusOnRefusal = (failure: ApiError | null): RefObject<HTMLDivElement | null> => {
  const summary = useRef<HTMLDivElement>(null)
  // An error from before another tab was opened is still shown, but takes no focus.
  const handled = useRef(failure)
  useEffect(() => {
    if (handled.current === failure) return
    handled.current = failure
    const [first, second] = Object.keys(failure?.fields ?? {})
    if (second !== undefined) summary.current?.focus()
    else if (first !== undefined) document.getElementById(first)?.focus()
  }, [failure])
  return summary
}

/** The server validates the goal; text that is not a number counts as 0. */
const GoalForm = ({ advice }: { advice: AdviceWork }) => {
  const { goalInput, setGoalInput, find, finding, failure, barred } = advice
  const summary = useFocusOnRefusal(failure)
  const errors = failure?.fields ?? {}
  return (
    <form
      className={`${cardStyles.card} ${layoutStyles.stack} ${tradelinesStyles.goalForm}`}
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
      <ErrorSummary errors={errors} labels={labels} summaryRef={summary} />
      {fields.map(({ id, input, label, hint, ...affixed }) => (
        <Field
          key={id}
          id={id}
          label={label}
          hint={hint}
          error={errors[id]}
          control={wiring => (
            <Affixed
              {...wiring}
              {...affixed}
              value={goalInput[input]}
              onChange={event => setGoalInput({ ...goalInput, [input]: event.target.value })}
            />
          )}
        />
      ))}
      <Button variant="primary" size="big" block type="submit" busy={finding} disabled={barred !== null}>
        Get recommendations
      </Button>
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
