import { Link } from '@tanstack/react-router'
import type { Dispute } from '../../dispute-contract.ts'

/** The documents whose copies go with every letter of the dispute. */
export const DisputeEnclosures = ({ enclosures }: Pick<Dispute, 'enclosures'>) =>
  enclosures.length === 0 ? null : (
    <section className="card stack-s" aria-labelledby="enclosed">
      <h3 id="enclosed">Enclosed with every letter</h3>
      <ul className="enclosed">
        {enclosures.map(({ documentId, name }) => (
          <li key={documentId}>{name}</li>
        ))}
      </ul>
      <p>
        <Link to="/documents">Your documents</Link>
      </p>
    </section>
  )
