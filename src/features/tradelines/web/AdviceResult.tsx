import type { ReactNode } from 'react'
import cardStyles from '#web/ui/Card.module.css'
import { Note } from '#web/ui/Note.tsx'
import { showDollars } from '../advice-text.ts'
import { showAge, showNumber } from '../age.ts'
import type { Advice } from '../contract.ts'
import { CostCurve } from './CostCurve.tsx'
import { FreeMoves } from './FreeMoves.tsx'
import { GuardNotes } from './GuardNotes.tsx'
import { LeftOut } from './LeftOut.tsx'
import { PlanTable } from './PlanTable.tsx'
import { SendRequest } from './SendRequest.tsx'
import tradelinesStyles from './tradelines.module.css'
import type { AdviceWork } from './use-advice.ts'

type AdviceResultProps = { found: Advice; asked: { desiredAverageAge: number }; advice: AdviceWork }

/** What was found: the three figures, why, the lines, and what speaks for and against them. */
export const AdviceResult = ({ found, asked, advice }: AdviceResultProps) => {
  const { reached, before } = found
  const isReached = reached.averageAge && reached.extraLimit
  const none = before.accounts === 0 && found.selectedTradeLines.length === 0
  return (
    <>
      <GuardNotes guards={found.guards} />
      <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="tl-result">
        <header>
          <h2 id="tl-result" tabIndex={-1}>
            Your result
          </h2>
        </header>
        <dl className={tradelinesStyles.stats}>
          <Figure name="New Average Age" was={before.averageAge === null ? null : showAge(before.averageAge)}>
            {none ? (
              '-'
            ) : (
              <>
                {showNumber(found.newAverageAge)} <small>years</small>
              </>
            )}
          </Figure>
          <Figure name="New Total Limit" was={showDollars(before.totalLimit)}>
            {showDollars(found.newTotalLimit)}
          </Figure>
          <Figure name="Total Cost" was={null}>
            {showDollars(found.totalCost)}
          </Figure>
        </dl>
      </section>
      {found.message !== null && <Note tone={isReached ? 'plain' : 'sand'}>{found.message}</Note>}
      {found.selectedTradeLines.length > 0 && <PlanTable found={found} />}
      <LeftOut leftOut={found.leftOut} />
      <CostCurve points={found.curve} desired={asked.desiredAverageAge} />
      <FreeMoves moves={found.freeMoves} notices={found.notices.slice(1)} />
      {found.selectedTradeLines.length > 0 && <SendRequest guards={found.guards} advice={advice} />}
    </>
  )
}

const Figure = ({ name, was, children }: { name: string; was: string | null; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
    {was !== null && <dd className={tradelinesStyles.was}>now {was}</dd>}
  </div>
)
