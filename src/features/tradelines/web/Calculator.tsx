import { useEffect, useRef } from 'react'
import type { ApiError } from '#web/api-error.ts'
import cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import textStyles from '#web/ui/text.module.css'
import { AdviceResult } from './AdviceResult.tsx'
import { GoalForm } from './GoalForm.tsx'
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
          Set your goal and get recommendations. Nothing is bought or sent by that.
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
