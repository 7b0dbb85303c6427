import { Bureau } from '#web/ui/Bureau.tsx'
import type { Dispute } from '../contract.ts'
import { reasonWords } from '../reasons.ts'

/** What was disputed, where, and why, in the words chosen. */
export const DisputeItems = ({ items }: Pick<Dispute, 'items'>) => (
  <section className="card" aria-labelledby="disputed">
    <header>
      <h3 id="disputed">Items</h3>
    </header>
    <ul className="disputed">
      {items.map(({ id, creditorName, bureaus, reason, explanation }) => (
        <li key={id}>
          <b>{creditorName}</b>
          <span>{reasonWords[reason].label}</span>
          {explanation !== null && <q className="muted">{explanation}</q>}
          <span className="row at">
            {bureaus.map(bureau => (
              <Bureau key={bureau} bureau={bureau} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
