import { Link } from '@tanstack/react-router'
import type { Bureau } from '#values/bureau.ts'
import { BureauGlyph } from '#web/ui/Bureau.tsx'

/** What the free plan does not show, said plainly, and where to switch it on. */
export const HiddenBureaus = ({ bureaus }: { bureaus: readonly Bureau[] }) => (
  <article className="card lockc">
    <div className="row">
      {bureaus.map(bureau => (
        <BureauGlyph key={bureau} bureau={bureau} />
      ))}
      <h2 className="h3">{bureaus.join(' and ')}</h2>
    </div>
    <p className="muted">
      Your plan shows one bureau. Lenders may use any of the three. The Max Plan shows all of them.
    </p>
    <Link className="btn" to="/profile">
      See the Max Plan
    </Link>
  </article>
)
