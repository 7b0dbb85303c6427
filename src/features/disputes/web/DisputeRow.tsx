import { Link } from '@tanstack/react-router'
import { showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Dispute } from '../dispute-contract.ts'
import { disputeTypeName } from './dispute-types.ts'
import { LetterLine } from './letters/LetterLine.tsx'
import { confirmFirstMessage } from './letters/letter-state.ts'
import { SendPhysical } from './letters/SendPhysical.tsx'
import { useAllLettersPdf } from './letters/use-letter-pdf.ts'
import { StatusPill } from './StatusPill.tsx'

/** One dispute of the list, with its letters inside. */
export const DisputeRow = ({ dispute }: { dispute: Dispute }) => {
  const { download, busy, failure } = useAllLettersPdf(dispute.title, dispute.id)
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className="w">
        <Link className="title" to="/disputes/$disputeId" params={{ disputeId: dispute.id }}>
          {dispute.title}
        </Link>
        <small className="muted">{disputeTypeName(dispute.type)}</small>
      </th>
      <td role="cell" data-l="Status">
        <StatusPill status={dispute.status} />
      </td>
      <td role="cell" className="w" data-l="Letters">
        <div className="stack-s">
          <ul className="lets">
            {dispute.letters.map(letter => (
              <LetterLine
                key={letter.id}
                letter={letter}
                title={dispute.title}
                waits={dispute.awaitingAttestation}
              />
            ))}
          </ul>
          {dispute.awaitingAttestation && <small className="muted">{confirmFirstMessage}</small>}
        </div>
      </td>
      <td role="cell" data-l="Created" className="num nowrap created">
        {showDay(dispute.createdAt, browserTimeZone)}
      </td>
      <td role="cell" className="w">
        <div className="acts">
          <Button
            size="small"
            icon="download"
            busy={busy}
            disabled={dispute.awaitingAttestation}
            onClick={download}
            aria-label={`All PDFs of ${dispute.title}`}
          >
            All PDFs
          </Button>
          <SendPhysical dispute={dispute} size="small" />
          {failure !== null && (
            <small className="err" role="alert">
              {failure.message}
            </small>
          )}
        </div>
      </td>
    </tr>
  )
}
