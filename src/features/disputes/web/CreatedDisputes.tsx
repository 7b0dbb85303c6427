import { useAsk } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DisputeTable } from './DisputeTable.tsx'

/** The list with its states: loading, failed, empty, full. An old list stays while a new one is fetched. */
export const CreatedDisputes = () => {
  const { data: disputes, error, isFetching, refetch } = useAsk(client.disputes.list)
  const retry = () => void refetch()
  if (disputes === undefined && error !== null)
    return <ErrorCard error={error} onRetry={retry} busy={isFetching} />
  return (
    <>
      {error !== null && <ErrorNote error={error} onRetry={retry} busy={isFetching} />}
      <section className="card flush" aria-labelledby="created" aria-busy={disputes === undefined}>
        <header>
          <h2 id="created">{disputes === undefined ? 'Created' : `Created (${disputes.length})`}</h2>
          <span className="muted">
            Mail letters with Send Physical, or download, sign and mail them yourself.
          </span>
        </header>
        {disputes === undefined && <Loading />}
        {disputes?.length === 0 && <Empty />}
        {disputes !== undefined && disputes.length > 0 && <DisputeTable disputes={disputes} />}
      </section>
    </>
  )
}

const Loading = () => (
  <div className="waiting">
    <p className="vh" role="status">
      Loading disputes...
    </p>
    <Skeleton height="5rem" />
    <Skeleton height="5rem" />
  </div>
)

const Empty = () => (
  <div className="empty">
    <span className="ic">
      <Icon name="letter" />
    </span>
    <p>
      <b>No disputes found.</b> Create your first test dispute above!
    </p>
  </div>
)
