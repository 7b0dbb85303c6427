import type * as contract from '../contract.ts'
import { CardUse } from './CardUse.tsx'
import { CreditMix } from './CreditMix.tsx'
import { DropOffs } from './DropOffs.tsx'
import * as styles from './Figures.module.css'

/** Pictures of the report. Each is a table with a drawing in its rows, so it can be read without sight. */
export const Figures = ({ figures }: { figures: contract.Figures }) => (
  <div className={styles.container}>
    <div className={styles.pair}>
      {figures.cards.length > 0 && <CardUse cards={figures.cards} plans={figures.payPlans} />}
      {figures.mix.length > 0 && <CreditMix mix={figures.mix} />}
    </div>
    {figures.dropOffs.length > 0 && <DropOffs dropOffs={figures.dropOffs} />}
  </div>
)
