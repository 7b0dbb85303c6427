import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { usePermission } from '#features/identity/web/session.ts'
import { complaintRule } from '#features/legal/cfpb-complaint.ts'
import { showDay } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { isOffered } from '#web/capabilities.ts'
import { client } from '#web/client.ts'
import { Button, buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { downloadBlob } from '#web/ui/download-blob.ts'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { isDisputeOfItems } from '../../complaint/complaint-opening.ts'
import type { Dispute } from '../../dispute-contract.ts'
import { caseFileName } from '../../file-names.ts'
import { SaveDates } from '../AnswersDue.tsx'
import { disputeTypeName } from '../dispute-text.ts'
import { AttestLetters, ClientConfirms } from '../letters/Confirmations.tsx'
import { useAllLettersPdf } from '../letters/LetterActions.tsx'
import {
  confirmFirstMessage,
  countUnmailed,
  isSandboxMail,
  pollWhileMailing,
} from '../letters/letter-state.ts'
import { MailReceipt } from '../letters/MailReceipt.tsx'
import { SendPhysical } from '../letters/SendPhysical.tsx'
import { StatusPill } from '../StatusPills.tsx'
import { WhatNext } from '../WhatNext.tsx'
import * as wizardStyles from '../wizard/wizard.module.css'
import { DisputeItems } from './DisputeItems.tsx'
import { DisputeLetters } from './DisputeLetters.tsx'
import * as disputeStyles from './dispute.module.css'
import { DisputePlaceholder, isNoDispute } from './PageOfDispute.tsx'

/** One dispute: its claims, the letters, and what happens next. */
export const DisputeScreen = () => {
  const { disputeId = '' } = useParams({ strict: false })
  const [looks] = useState(() => pollWhileMailing())
  const query = useApiQuery(
    client.disputes.one,
    { disputeId },
    { refetchInterval: latest => (latest ? looks([latest]) : false) },
  )
  const dispute = query.data
  if (dispute === undefined || isNoDispute(query.error))
    return (
      <DisputePlaceholder
        query={query}
        what="your dispute"
        back={
          <Link {...buttonLook()} to="/disputes">
            Back to Disputes
          </Link>
        }
      />
    )
  const { status, awaitingAttestation, letters } = dispute
  const tellsNext = status !== 'CLOSED' && !awaitingAttestation && !isSandboxMail(letters)
  return (
    <div className={wizardStyles.wizard}>
      <DisputeHead dispute={dispute} />
      <div className={tellsNext ? layoutStyles.asideRight : undefined}>
        <div className={layoutStyles.stack}>
          <Mailed dispute={dispute} />
          <DisputeItems dispute={dispute} />
          <DisputeEnclosures enclosures={dispute.enclosures} />
          <DisputeLetters dispute={dispute} />
          <ComplaintCard dispute={dispute} />
          <CaseFile dispute={dispute} />
          {dispute.awaitingAttestation && <AttestLetters dispute={dispute} />}
        </div>
        {tellsNext && <WhatNext dispute={dispute} toMail={countUnmailed(dispute.letters) > 0} />}
      </div>
    </div>
  )
}

/** What was sent to the mail provider, with its dates; nothing before. */
const Mailed = ({ dispute }: { dispute: Dispute }) =>
  dispute.letters.every(({ mailState }) => mailState === 'not_mailed') ? null : (
    <section className={cardStyles.card} aria-labelledby="mailed">
      <header>
        <h3 id="mailed">Mailing receipt</h3>
        <SaveDates disputes={[dispute]} size="small" />
      </header>
      <MailReceipt dispute={dispute} />
    </section>
  )

/** Title, status and date of a dispute, and what to do while no letter is on its way. */
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
            : isOffered('mailing')
              ? `Mail ${them} from here, or download, print and sign ${them} and mail ${them} yourself.`
              : `Download, print and sign ${them}, and mail ${them} yourself.`}
        </Note>
      )}
    </div>
  )
}

/**
 * Whether the wizard requested mailing the letters. The parameter is removed from the address, so that a reload does not
 * ask again.
 */
const useAsksOnce = (): boolean => {
  const { mail } = useSearch({ from: '/shell/disputes/$disputeId' })
  const navigate = useNavigate({ from: '/disputes/$disputeId' })
  const [asks] = useState(mail === true)
  useEffect(() => {
    if (mail === true) void navigate({ search: {}, replace: true })
  }, [mail, navigate])
  return asks
}

/** The documents whose copies are enclosed with every letter of the dispute. */
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

/** The link to a complaint about how a bureau handled a dispute; hidden until something was mailed or answered. */
const ComplaintCard = ({ dispute }: { dispute: Dispute }) => {
  const { id: disputeId, letters, items } = dispute
  const isBegun =
    letters.some(({ mailState }) => mailState !== 'not_mailed') ||
    items.some(({ answers }) => answers.length > 0)
  if (!isBegun || !isDisputeOfItems(dispute)) return null
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="complaint">
      <h3 id="complaint">Complaint to the CFPB</h3>
      <p className={textStyles.muted}>
        If a bureau does not answer, or its answer is wrong, you can complain to the Consumer Financial
        Protection Bureau (CFPB). {complaintRule}
      </p>
      <p>
        <Link {...buttonLook({ size: 'small' })} to="/disputes/$disputeId/complaint" params={{ disputeId }}>
          See when you can file
        </Link>
      </p>
    </section>
  )
}

/**
 * Saves the whole dispute as one sealed archive, for a lawyer or a court. Not offered to staff, nor before the letters
 * are confirmed.
 */
const CaseFile = ({ dispute: { id, title, awaitingAttestation } }: { dispute: Dispute }) => {
  const barred = usePermission('never')
  const { mutate, isPending, isSuccess, error } = useApiMutation(client.disputes.caseFile, {
    onDone: archive => downloadBlob(archive, caseFileName(title, id)),
  })
  if (barred !== null || awaitingAttestation) return null
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="case-file">
      <h3 id="case-file">Case file</h3>
      <p className={textStyles.muted}>
        One sealed ZIP file with the letters, the proof of each mailing, tracking, the answers you recorded
        and what your reports showed, for a lawyer, a court or a regulator. Anybody can check that nothing in
        it was changed. It holds your personal details, so give it only to people who need them.
      </p>
      {error !== null && <ErrorNote error={error} />}
      {isSuccess && (
        <Note tone="green" role="status">
          The case file was downloaded. Keep it as it is: a ZIP made again from its files has no seal.
        </Note>
      )}
      <div>
        <Button
          icon="download"
          busy={isPending}
          busyText="Collecting..."
          onClick={() => mutate({ disputeId: id })}
        >
          Download the case file
        </Button>
      </div>
    </section>
  )
}
