import { Link } from '@tanstack/react-router'
import { useUser } from '#features/identity/web/session.ts'
import { showDay } from '#values/dates.ts'
import type { ApiQueryState } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { isOffered } from '#web/capabilities.ts'
import * as buttonStyles from '#web/ui/Button.module.css'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import * as emptyStateStyles from '#web/ui/EmptyState.module.css'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import * as fieldStyles from '#web/ui/Field.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Dispute, Letter } from '../dispute-contract.ts'
import { disputeActions, unknownOutcomeMessage } from '../dispute-status.ts'
import { NextAnswerDue, SaveDates } from './AnswersDue.tsx'
import * as disputeTableStyles from './DisputeTable.module.css'
import { disputeTypeName } from './dispute-text.ts'
import { MailAgain, PdfButton, TrackLink, useAllLettersPdf, useLetterPdf } from './letters/LetterActions.tsx'
import { confirmFirstMessage } from './letters/letter-state.ts'
import { SendPhysical } from './letters/SendPhysical.tsx'
import { RecipientName } from './RecipientName.tsx'
import { MailPill, StatusPill } from './StatusPills.tsx'

/** The list with its states: loading, failed, empty, full. An old list stays while a new one is fetched. */
export const CreatedDisputes = ({ asked }: { asked: ApiQueryState<Dispute[]> }) => {
  const { data: disputes, error, isFetching, refetch } = asked
  const { notOffered } = useUser()
  const retry = () => void refetch()
  if (disputes === undefined && error !== null)
    return <ErrorCard error={error} onRetry={retry} busy={isFetching} />
  return (
    <>
      {error !== null && <ErrorNote error={error} onRetry={retry} busy={isFetching} />}
      <section
        className={`${cardStyles.card} ${cardStyles.flush}`}
        aria-labelledby="created"
        aria-busy={disputes === undefined}
      >
        <header>
          <div>
            <h2 id="created">{disputes === undefined ? 'Created' : `Created (${disputes.length})`}</h2>
            <p>
              {isOffered('mailing') && notOffered.mailing === null
                ? 'Mail letters with Send Physical, or download, sign and mail them yourself.'
                : 'Download the letters, sign them and mail them yourself.'}
            </p>
          </div>
          <SaveDates disputes={disputes ?? []} size="small" />
        </header>
        {disputes === undefined && <WaitingTable />}
        {disputes?.length === 0 && <NoDisputes />}
        {disputes !== undefined && disputes.length > 0 && <DisputeTable disputes={disputes} />}
      </section>
    </>
  )
}

const WaitingTable = () => (
  <Loading what="disputes" className={disputeTableStyles.waiting}>
    <Skeleton height="5rem" />
    <Skeleton height="5rem" />
  </Loading>
)

const NoDisputes = () => (
  <div className={emptyStateStyles.empty}>
    <span className={emptyStateStyles.icon}>
      <Icon name="letter" />
    </span>
    <p>
      <b>No disputes found.</b> Create your first test dispute above!
    </p>
  </div>
)

const heads = ['Title', 'Status', 'Letters', 'Created', 'Answer due', 'Actions'] as const

/** The disputes created so far, newest first as the server sends them. */
const DisputeTable = ({ disputes }: { disputes: readonly Dispute[] }) => (
  <ResponsiveTable
    headers={heads}
    labelledBy="created"
    className={`${responsiveTableStyles.foldsWide} ${disputeTableStyles.table}`}
    columns={[
      undefined,
      disputeTableStyles.statusColumn,
      disputeTableStyles.lettersColumn,
      disputeTableStyles.dayColumn,
      disputeTableStyles.dayColumn,
      disputeTableStyles.actionsColumn,
    ]}
  >
    {disputes.map(dispute => (
      <DisputeRow key={dispute.id} dispute={dispute} />
    ))}
  </ResponsiveTable>
)

/** One dispute of the list, with its letters inside. */
const DisputeRow = ({ dispute }: { dispute: Dispute }) => {
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
      <td role="cell" data-l="Answer due">
        <NextAnswerDue dispute={dispute} />
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

type LetterLineProps = {
  letter: Letter
  title: string
  /** Waits for the user's confirmation, and is not printed before. */
  waits: boolean
}

/** One letter in the list: recipient, status, PDF, tracking page, and why it failed. */
const LetterLine = ({ letter, title, waits }: LetterLineProps) => {
  const { download, busy, failure } = useLetterPdf(title, letter.id)
  return (
    <li>
      <RecipientName {...letter} />
      <span>
        <MailPill letter={letter} />
      </span>
      <span className={disputeTableStyles.links}>
        <PdfButton recipient={letter.recipient.name} busy={busy} disabled={waits} onPress={download} />
        <TrackLink letter={letter} className={`${buttonStyles.button} ${buttonStyles.small}`} />
      </span>
      {letter.lobErrorMessage !== null && (
        <span className={disputeTableStyles.problem}>{letter.lobErrorMessage}</span>
      )}
      {letter.mailState === 'untraceable' && (
        <span className={disputeTableStyles.problem}>{unknownOutcomeMessage.title}</span>
      )}
      {disputeActions.mailAgain(letter) && (
        <span className={disputeTableStyles.again}>
          <MailAgain letter={letter} size="small" />
        </span>
      )}
      {failure !== null && (
        <span className={disputeTableStyles.problem} role="alert">
          {failure.message}
        </span>
      )}
    </li>
  )
}
