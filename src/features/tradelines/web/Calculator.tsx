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
        {advice.finding ? 'Looking for the lowest-cost mix...' : (advice.found?.advice.message ?? '')}
      </p>
      <Shown advice={advice} />
    </div>
  </div>
)

const Shown = ({ advice }: { advice: AdviceWork }) => {
  const { found, finding, failure, find } = advice
  if (failure !== null) return <ErrorCard error={failure} onRetry={find} busy={finding} />
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
