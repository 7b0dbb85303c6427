import type { Dispute, Item } from '../../dispute-contract.ts'
import { describeItem } from '../item-words.ts'
import { ItemAnswer } from './ItemAnswer.tsx'
import { NextSteps } from './NextSteps.tsx'

/** What was disputed, why, what each bureau answered, and what can be done next. */
export const DisputeItems = ({ dispute }: { dispute: Dispute }) => (
  <section className="card" aria-labelledby="disputed">
    <header>
      <h3 id="disputed">Items</h3>
    </header>
    <ul className="disputed">
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
      {item.explanation !== null && <q className="muted">{item.explanation}</q>}
      <ul className="item-answers" aria-label={`Answers on ${name}`}>
        {item.bureaus.map(bureau => (
          <ItemAnswer key={bureau} bureau={bureau} item={item} dispute={dispute} />
        ))}
      </ul>
      <NextSteps item={item} disputeId={dispute.id} />
    </li>
  )
}
