import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { usePermission } from '#web/impersonation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import textStyles from '#web/ui/text.module.css'
import type { Dispute } from '../../dispute-contract.ts'
import { disputeTypeName } from '../dispute-types.ts'
import { ClientConfirms } from '../letters/ClientConfirms.tsx'
import { confirmFirstMessage, countUnmailed, isSandboxMail } from '../letters/letter-state.ts'
import { SendPhysical } from '../letters/SendPhysical.tsx'
import { useAllLettersPdf } from '../letters/use-letter-pdf.ts'
import { StatusPill } from '../StatusPill.tsx'

/** Title, status and day of a dispute, and what is to be done while no letter is on its way. */
export const DisputeHead = ({ dispute }: { dispute: Dispute }) => {
  const { title, status, type, createdAt, awaitingAttestation, letters, follows } = dispute
  const { download, busy, failure } = useAllLettersPdf(title, dispute.id)
  const asks = useAsksOnce()
  const openedByStaff = usePermission('never') !== null
  const waiting = countUnmailed(letters)
  const them = waiting === 1 ? 'it' : 'them'
  return (
    <div className={layoutStyles.stackSmall}>
      <Link className={layoutStyles.backLink} to="/disputes">
        <Icon name="left" small />
        All disputes
      </Link>
      <div className={`${layoutStyles.row} ${layoutStyles.spread}`}>
        <div>
          <h2>{title}</h2>
          <p className={`${layoutStyles.row} ${textStyles.muted}`}>
            <StatusPill status={status} />
            <span>
              {disputeTypeName(type)}, created {showDay(createdAt, browserTimeZone)}
            </span>
            {follows !== null && (
              <Link to="/disputes/$disputeId" params={{ disputeId: follows.disputeId }}>
                Follows an earlier dispute
              </Link>
            )}
          </p>
        </div>
        <span className={layoutStyles.row}>
          <Button icon="download" busy={busy} disabled={awaitingAttestation} onClick={download}>
            All PDFs
          </Button>
          <SendPhysical dispute={dispute} asks={asks} />
        </span>
      </div>
      {failure !== null && <ErrorNote error={failure} />}
      {awaitingAttestation &&
        (openedByStaff ? (
          <ClientConfirms />
        ) : (
          <Note tone="sand" title="Made by staff for you: read each letter and confirm">
            {confirmFirstMessage}
          </Note>
        ))}
      {waiting > 0 && !awaitingAttestation && status !== 'CLOSED' && (
        <Note
          tone="green"
          title={waiting === 1 ? 'Your letter is ready' : `Your ${waiting} letters are ready`}
          role="status"
        >
          {isSandboxMail(letters)
            ? `Your report is invented: read and download ${them}, but do not mail ${them} yourself.`
            : `Mail ${them} from here, or download, print and sign ${them} and mail ${them} yourself.`}
        </Note>
      )}
    </div>
  )
}

/** Whether the wizard asked for the letters to be mailed. It leaves the address, so that a page that is reloaded asks no more. */
const useAsksOnce = (): boolean => {
  const { mail } = useSearch({ from: '/shell/disputes/$disputeId' })
  const navigate = useNavigate({ from: '/disputes/$disputeId' })
  const [asks] = useState(mail === true)
  useEffect(() => {
    if (mail === true) void navigate({ search: {}, replace: true })
  }, [mail, navigate])
  return asks
}
