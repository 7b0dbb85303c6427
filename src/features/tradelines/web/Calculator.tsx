import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AdviceResult } from './AdviceResult.tsx'
import { GoalForm } from './GoalForm.tsx'
import type { AdviceWork } from './use-advice.ts'

/** The goal at the left, what reaches it at the right. */
export const Calculator = ({ advice }: { advice: AdviceWork }) => (
  <div className="aside-l">
    <GoalForm advice={advice} />
    <div className="stack" aria-busy={advice.finding}>
      <p className="vh" role="status">
        {saidOf(advice)}
      </p>
      <Shown advice={advice} />
    </div>
  </div>
)

/** What is announced beside what announces itself: error cards and the summary of several fields. */
const saidOf = ({ finding, failure, found }: AdviceWork): string => {
  if (finding) return 'Looking for the lowest-cost mix...'
  if (failure === null) return found?.advice.message ?? ''
  const [sentence = '', another] = Object.values(failure.fields)
  return another === undefined ? sentence : ''
}

/** A goal that is refused is explained beside its field: trying the same again would not help. */
const Shown = ({ advice }: { advice: AdviceWork }) => {
  const { found, finding, failure, find } = advice
  const isGoalRefused = failure !== null && Object.keys(failure.fields).length > 0
  if (failure !== null && !isGoalRefused) return <ErrorCard error={failure} onRetry={find} busy={finding} />
  if (finding && found === null) return <Waiting />
  if (found === null)
    return (
      <section className="card">
        <EmptyState icon="layers" title="Your result">
          Set your goal and get recommendations. Nothing is bought or sent by that.
        </EmptyState>
      </section>
    )
  return <AdviceResult found={found.advice} asked={found.asked} advice={advice} />
}

const Waiting = () => (
  <section className="card stack-s">
    <Skeleton height="1.5rem" width="9rem" />
    <Skeleton height="3.5rem" />
    <Skeleton height="9rem" />
  </section>
)
