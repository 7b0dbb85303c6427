import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import textStyles from '#web/ui/text.module.css'
import type { RequestedEmail } from '../contract.ts'
import { EmailDialog } from './EmailDialog.tsx'
import { RequestedTable } from './RequestedTable.tsx'
import tradelinesStyles from './tradelines.module.css'
import type { RequestedWork } from './use-requested.ts'

/** The requests that were mailed to the manager, with their states: loading, failed, empty, full. */
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
