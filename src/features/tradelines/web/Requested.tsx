import { useState } from 'react'
import { showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as noteStyles from '#web/ui/Note.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { RequestedEmail } from '../contract.ts'
import * as tradelinesStyles from './tradelines.module.css'
import type { RequestedWork } from './use-requested.ts'

/** Requests mailed to the manager. */
export const Requested = ({ requested, justSent }: { requested: RequestedWork; justSent: boolean }) => {
  const { data, error, fetching, reload, retryError } = requested
  const [shown, show] = useState<RequestedEmail | null>(null)
  if (data === undefined && error !== null)
    return <ErrorCard error={error} onRetry={reload} busy={fetching} />
  return (
    <div className={layoutStyles.stack}>
      {error !== null && <ErrorNote error={error} onRetry={reload} busy={fetching} />}
      {retryError !== null && <ErrorNote error={retryError} />}
      {justSent && (
        <Note tone="green" role="status">
          Tradeline request sent to manager successfully!
        </Note>
      )}
      <section
        className={`${cardStyles.card} ${cardStyles.flush}`}
        aria-labelledby="tl-emails"
        aria-busy={data === undefined}
      >
        <header>
          <h2 id="tl-emails">Tradelines Email Notifications</h2>
        </header>
        {data === undefined && <Waiting />}
        {data?.length === 0 && (
          <EmptyState icon="mail" title="No Requests Yet">
            Get recommendations in the Calculator tab and send them to your manager.
          </EmptyState>
        )}
        {data !== undefined && data.length > 0 && (
          <>
            <RequestedTable data={data} requested={requested} show={show} />
            <Pages requested={requested} count={data.length} />
          </>
        )}
      </section>
      {shown !== null && <EmailDialog email={shown} onClose={() => show(null)} />}
    </div>
  )
}

const Waiting = () => (
  <Loading what="requested tradelines" className={tradelinesStyles.waiting} showText>
    <Skeleton height="2.25rem" />
    <Skeleton height="2.25rem" />
  </Loading>
)

const Pages = ({ requested, count }: { requested: RequestedWork; count: number }) => {
  const { from, total, older, newer } = requested
  if (older === null && newer === null) return null
  return (
    <nav
      className={`${layoutStyles.row} ${layoutStyles.spread} ${tradelinesStyles.pages}`}
      aria-label="Pages of requests"
    >
      <Button size="small" icon="left" disabled={newer === null} onClick={() => newer?.()}>
        Newer
      </Button>
      <span className={`${textStyles.muted} ${textStyles.number}`}>
        {from} to {from + count - 1} of {total}
      </span>
      <Button size="small" icon="right" iconAtEnd disabled={older === null} onClick={() => older?.()}>
        Older
      </Button>
    </nav>
  )
}

const heads = ['Status', 'Recipient', 'Subject', 'Email', 'Date Requested'] as const

type RequestedTableProps = {
  data: readonly RequestedEmail[]
  requested: RequestedWork
  show: (email: RequestedEmail) => void
}

const RequestedTable = ({ data, requested, show }: RequestedTableProps) => (
  <ResponsiveTable headers={heads} labelledBy="tl-emails" className={responsiveTableStyles.foldsWide}>
    {data.map(email => (
      <tr key={email.id} role="row">
        <td role="cell" className={responsiveTableStyles.fullWidth}>
          <Status email={email} requested={requested} />
        </td>
        <td role="cell" className={responsiveTableStyles.fullWidth} data-l="Recipient">
          {email.recipientEmail}
        </td>
        <td role="cell" className={responsiveTableStyles.fullWidth} data-l="Subject">
          <span className={tradelinesStyles.subject} title={email.subject}>
            {email.subject}
          </span>
        </td>
        <td role="cell">
          <Button size="small" icon="mail" aria-label={`Email: ${email.subject}`} onClick={() => show(email)}>
            Email
          </Button>
        </td>
        <td role="cell" className={`${textStyles.number} ${textStyles.noWrap}`} data-l="Date Requested">
          {showDay(email.createdAt, browserTimeZone)}
        </td>
      </tr>
    ))}
  </ResponsiveTable>
)

const Status = ({ email, requested }: { email: RequestedEmail; requested: RequestedWork }) => {
  const { status, errorMessage, subject, id } = email
  if (status === 'sent')
    return (
      <Pill tone="green" icon="check">
        Sent
      </Pill>
    )
  if (status === 'queued')
    return (
      <Pill tone="blue" icon="clock">
        Sending
      </Pill>
    )
  return (
    <>
      <Pill tone="red" icon="warn">
        Failed
      </Pill>
      {errorMessage !== null && <span className={tradelinesStyles.reason}>{errorMessage}</span>}
      {requested.barred === null && (
        <Button
          variant="link"
          size="small"
          busy={requested.retrying === id}
          aria-label={`Send again: ${subject}`}
          onClick={() => requested.retry(id)}
        >
          Send again
        </Button>
      )}
    </>
  )
}

const EmailDialog = ({ email, onClose }: { email: RequestedEmail; onClose: () => void }) => (
  <Dialog title="Email Content" wide onClose={onClose} buttons={<Button onClick={onClose}>Close</Button>}>
    <div className={`${noteStyles.note} ${noteStyles.plain} ${tradelinesStyles.email}`} data-slot="note">
      <pre className={textStyles.preformatted}>{email.emailContent}</pre>
    </div>
  </Dialog>
)
