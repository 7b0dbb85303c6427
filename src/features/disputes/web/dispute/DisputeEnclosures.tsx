import { Link } from '@tanstack/react-router'
import cardStyles from '#web/ui/Card.module.css'
import layoutStyles from '#web/ui/layout.module.css'
import type { Dispute } from '../../dispute-contract.ts'
import disputeStyles from './dispute.module.css'

/** The documents whose copies go with every letter of the dispute. */
export const DisputeEnclosures = ({ enclosures }: Pick<Dispute, 'enclosures'>) =>
  enclosures.length === 0 ? null : (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="enclosed">
      <h3 id="enclosed">Enclosed with every letter</h3>
      <ul className={disputeStyles.enclosed}>
        {enclosures.map(({ documentId, name }) => (
          <li key={documentId}>{name}</li>
        ))}
      </ul>
      <p>
        <Link to="/documents">Your documents</Link>
      </p>
    </section>
  )
