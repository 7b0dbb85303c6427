import cardStyles from '#web/ui/Card.module.css'
import textStyles from '#web/ui/text.module.css'
import type { Dispute, Item } from '../../dispute-contract.ts'
import { describeItem } from '../item-words.ts'
import disputeStyles from './dispute.module.css'
import { ItemAnswer } from './ItemAnswer.tsx'
import { NextSteps } from './NextSteps.tsx'

/** What was disputed, why, what each bureau answered, and what can be done next. */
export const DisputeItems = ({ dispute }: { dispute: Dispute }) => (
  <section className={cardStyles.card} aria-labelledby="disputed">
    <header>
      <h3 id="disputed">Items</h3>
    </header>
    <ul className={disputeStyles.items}>
      {dispute.items.map(item => (
        <OneItem key={item.id} item={item} dispute={dispute} />
      ))}
    </ul>
  </section>
)

const OneItem = ({ item, dispute }: { item: Item; dispute: Dispute }) => {
  const { name, said } = describeItem(item)
  return (
    <li>
      <b>{name}</b>
      <span>{said}</span>
      {item.explanation !== null && <q className={textStyles.muted}>{item.explanation}</q>}
      <ul className={disputeStyles.answers} aria-label={`Answers on ${name}`}>
        {item.bureaus.map(bureau => (
          <ItemAnswer key={bureau} bureau={bureau} item={item} dispute={dispute} />
        ))}
      </ul>
      <NextSteps item={item} disputeId={dispute.id} />
    </li>
  )
}
