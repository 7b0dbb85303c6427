import { Skeleton } from '#web/ui/Skeleton.tsx'

const cards = ['first', 'second', 'third'] as const

/** Blocks of the Overview's final size, so that nothing moves when the data arrives. */
export const AnalyticsSkeleton = () => (
  <>
    <p className="vh" role="status">
      Loading your scores
    </p>
    <div className="grid3 scores" aria-hidden="true">
      {cards.map(card => (
        <div key={card} className="card score">
          <header>
            <Skeleton width="7rem" />
          </header>
          <div className="dial wait">
            <Skeleton width="6rem" height="2.5rem" />
          </div>
          <footer>
            <Skeleton width="9rem" />
          </footer>
        </div>
      ))}
    </div>
    <Skeleton height="8.25rem" />
    <div className="grid3 collapse3" aria-hidden="true">
      {cards.map(card => (
        <Skeleton key={card} height="15rem" />
      ))}
    </div>
  </>
)
