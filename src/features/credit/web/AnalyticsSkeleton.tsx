import cardStyles from '#web/ui/Card.module.css'
import layoutStyles from '#web/ui/layout.module.css'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import textStyles from '#web/ui/text.module.css'
import scoreCardStyles from './ScoreCard.module.css'

const cards = ['first', 'second', 'third'] as const

/** Blocks of the Overview's final size, so that nothing moves when the data arrives. */
export const AnalyticsSkeleton = () => (
  <>
    <p className={textStyles.visuallyHidden} role="status">
      Loading your scores
    </p>
    <div className={`${layoutStyles.grid3} ${scoreCardStyles.scores}`} aria-hidden="true">
      {cards.map(card => (
        <div key={card} className={`${cardStyles.card} ${scoreCardStyles.score}`}>
          <header>
            <Skeleton width="7rem" />
          </header>
          <div className={`${scoreCardStyles.dial} ${scoreCardStyles.waiting}`}>
            <Skeleton width="6rem" height="2.5rem" />
          </div>
          <footer>
            <Skeleton width="9rem" />
          </footer>
        </div>
      ))}
    </div>
    <Skeleton height="8.25rem" />
    <div className={`${layoutStyles.grid3} ${layoutStyles.collapsing}`} aria-hidden="true">
      {cards.map(card => (
        <Skeleton key={card} height="15rem" />
      ))}
    </div>
  </>
)
