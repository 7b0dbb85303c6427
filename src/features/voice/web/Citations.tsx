import { Link } from '@tanstack/react-router'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import evidenceStyles from '#web/ui/Evidence.module.css'
import type { Citation } from '../contract.ts'
import { findCitationTarget } from './citation-place.ts'

/** The places that an answer's figures stand at, each leading there. */
export const Citations = ({ citations }: { citations: readonly Citation[] }) =>
  citations.length === 0 ? null : (
    <Disclosure className={evidenceStyles.disclosure} summary={`Where this stands (${citations.length})`}>
      <ul className={evidenceStyles.list}>
        {citations.map(citation => (
          <li key={`${citation.field} ${citation.bureau}`}>
            <CitationName citation={citation} /> {citation.bureau && <Bureau bureau={citation.bureau} />}
          </li>
        ))}
      </ul>
    </Disclosure>
  )

const CitationName = ({ citation }: { citation: Citation }) => {
  const place = findCitationTarget(citation)
  if (place === null) return <b>{citation.label}</b>
  if (place.kind === 'profile') return <Link to="/profile">{citation.label}</Link>
  if (place.kind === 'dispute')
    return (
      <Link to="/disputes/$disputeId" params={{ disputeId: place.disputeId }}>
        {citation.label}
      </Link>
    )
  const { tab, id } = place
  return (
    <Link
      to="/analytics/$tab"
      params={{ tab }}
      {...(id === null ? {} : { hash: id, hashScrollIntoView: false })}
    >
      {citation.label}
    </Link>
  )
}
