import { Link } from '@tanstack/react-router'
import { NextAnswerDue } from '#features/disputes/web/AnswersDue.tsx'
import { StatusPill } from '#features/disputes/web/StatusPills.tsx'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as tableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'

const heads = ['Dispute', 'Status', 'Answer due'] as const

/** Disputes that are not closed, with the next day on which an answer is due. */
export const OpenDisputes = () => {
  const { data, error, isFetching, refetch } = useApiQuery(client.disputes.list)
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} busy={isFetching} />
  const open = (data ?? []).filter(({ status }) => status !== 'CLOSED')
  if (open.length === 0) return null
  return (
    <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="open-disputes">
      <header>
        <div>
          <h2 className={textStyles.heading3} id="open-disputes">
            Open disputes
          </h2>
          <p>Record each answer when it comes; then the next step opens.</p>
        </div>
        <Link {...buttonLook({ size: 'small' })} to="/disputes">
          See all disputes
        </Link>
      </header>
      <ResponsiveTable headers={heads} labelledBy="open-disputes">
        {open.map(dispute => (
          <tr key={dispute.id} role="row">
            <th scope="row" role="rowheader" className={tableStyles.fullWidth}>
              <Link to="/disputes/$disputeId" params={{ disputeId: dispute.id }}>
                {dispute.title}
              </Link>
            </th>
            <td role="cell" data-l="Status">
              <StatusPill status={dispute.status} />
            </td>
            <td role="cell" data-l="Answer due">
              <NextAnswerDue dispute={dispute} />
            </td>
          </tr>
        ))}
      </ResponsiveTable>
    </section>
  )
}
