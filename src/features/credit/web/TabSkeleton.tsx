import type { ReactNode } from 'react'
import * as cardStyles from '#web/ui/Card.module.css'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as scoreCardStyles from './ScoreCard.module.css'
import type { TabId } from './tabs.ts'

/** Each tab has a skeleton of its shape while its data loads, so that nothing moves when it arrives. */
export const TabSkeleton = ({ tab }: { tab: TabId }) => (
  <Loading what={loadingText[tab]}>{skeletons[tab]}</Loading>
)

const loadingText: Readonly<Record<TabId, string>> = {
  overview: 'your scores',
  report: 'your report',
  history: 'your history',
  accounts: 'your accounts',
  inquiries: 'your inquiries',
  personal: 'your personal information',
  voice: 'your report',
  raw: 'the response',
}

const three = ['first', 'second', 'third'] as const
const several = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const

/** A line of text with something at its other end. */
const Toolbar = ({ end }: { end: string }) => (
  <div className={`${layoutStyles.row} ${layoutStyles.spread}`} aria-hidden="true">
    <Skeleton width="min(60%, 24rem)" />
    <Skeleton width={end} height="2.5rem" />
  </div>
)

/** A card with a heading and a number of rows. */
const CardWith = ({ rows, rowHeight }: { rows: readonly string[]; rowHeight: string }) => (
  <div className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-hidden="true">
    <Skeleton width="9rem" height="1.5rem" />
    {rows.map(row => (
      <Skeleton key={row} height={rowHeight} />
    ))}
  </div>
)

const skeletons: Readonly<Record<TabId, ReactNode>> = {
  overview: (
    <>
      <div className={`${layoutStyles.grid3} ${scoreCardStyles.scores}`} aria-hidden="true">
        {three.map(card => (
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
        {three.map(card => (
          <CardWith key={card} rows={three} rowHeight="2.75rem" />
        ))}
      </div>
    </>
  ),
  report: (
    <>
      <Toolbar end="20rem" />
      <CardWith rows={three} rowHeight="1.75rem" />
      {several.map(card => (
        <div key={card} className={cardStyles.card} aria-hidden="true">
          <Skeleton width="min(60%, 16rem)" height="1.75rem" />
        </div>
      ))}
    </>
  ),
  history: (
    <>
      <CardWith rows={['chart']} rowHeight="23.75rem" />
      <CardWith rows={several} rowHeight="2.125rem" />
    </>
  ),
  accounts: (
    <>
      <Toolbar end="18rem" />
      <div className={layoutStyles.grid2} aria-hidden="true">
        {several.map(card => (
          <CardWith key={card} rows={three} rowHeight="2.25rem" />
        ))}
      </div>
    </>
  ),
  inquiries: <CardWith rows={several} rowHeight="3rem" />,
  personal: <CardWith rows={several} rowHeight="2.25rem" />,
  voice: <Skeleton height="24rem" />,
  raw: <Skeleton height="32rem" />,
}
