import { Link } from '@tanstack/react-router'
import { showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { Button } from '#web/ui/Button.tsx'
import fieldStyles from '#web/ui/Field.module.css'
import layoutStyles from '#web/ui/layout.module.css'
import responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import textStyles from '#web/ui/text.module.css'
import type { Dispute } from '../dispute-contract.ts'
import disputeTableStyles from './DisputeTable.module.css'
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
      <th scope="row" role="rowheader" className={responsiveTableStyles.fullWidth}>
        <Link
          className={disputeTableStyles.title}
          to="/disputes/$disputeId"
          params={{ disputeId: dispute.id }}
        >
          {dispute.title}
        </Link>
        <small className={textStyles.muted}>{disputeTypeName(dispute.type)}</small>
      </th>
      <td role="cell" data-l="Status">
        <StatusPill status={dispute.status} />
      </td>
      <td role="cell" className={responsiveTableStyles.fullWidth} data-l="Letters">
        <div className={layoutStyles.stackSmall}>
          <ul className={disputeTableStyles.letters}>
            {dispute.letters.map(letter => (
              <LetterLine
                key={letter.id}
                letter={letter}
                title={dispute.title}
                waits={dispute.awaitingAttestation}
              />
            ))}
          </ul>
          {dispute.awaitingAttestation && <small className={textStyles.muted}>{confirmFirstMessage}</small>}
        </div>
      </td>
      <td
        role="cell"
        data-l="Created"
        className={`${textStyles.number} ${textStyles.noWrap} ${disputeTableStyles.created}`}
      >
        {showDay(dispute.createdAt, browserTimeZone)}
      </td>
      <td role="cell" className={responsiveTableStyles.fullWidth}>
        <div className={`${responsiveTableStyles.actions} ${disputeTableStyles.actions}`}>
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
            <small className={fieldStyles.error} role="alert">
              {failure.message}
            </small>
          )}
        </div>
      </td>
    </tr>
  )
}
