import { showDay } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { Button } from '#web/ui/Button.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import textStyles from '#web/ui/text.module.css'
import type { RequestedEmail } from '../contract.ts'
import tradelinesStyles from './tradelines.module.css'
import type { RequestedWork } from './use-requested.ts'

const heads = ['Status', 'Recipient', 'Subject', 'Email', 'Date Requested'] as const

type RequestedTableProps = {
  data: readonly RequestedEmail[]
  requested: RequestedWork
  show: (email: RequestedEmail) => void
}

/** The requests, newest first as the server sends them. */
export const RequestedTable = ({ data, requested, show }: RequestedTableProps) => (
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

/** Sent in green, Failed in red with why and the way to try again; one on its way is neither yet. */
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
