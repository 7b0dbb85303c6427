import type { ApiQueryState } from '#web/api-hooks.ts'
import cardStyles from '#web/ui/Card.module.css'
import emptyStateStyles from '#web/ui/EmptyState.module.css'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import textStyles from '#web/ui/text.module.css'
import type { Dispute } from '../dispute-contract.ts'
import disputeTableStyles from './DisputeTable.module.css'
import { DisputeTable } from './DisputeTable.tsx'

/** The list with its states: loading, failed, empty, full. An old list stays while a new one is fetched. */
export const CreatedDisputes = ({ asked }: { asked: ApiQueryState<Dispute[]> }) => {
  const { data: disputes, error, isFetching, refetch } = asked
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
          <h2 id="created">{disputes === undefined ? 'Created' : `Created (${disputes.length})`}</h2>
          <span className={textStyles.muted}>
            Mail letters with Send Physical, or download, sign and mail them yourself.
          </span>
        </header>
        {disputes === undefined && <Waiting />}
        {disputes?.length === 0 && <Empty />}
        {disputes !== undefined && disputes.length > 0 && <DisputeTable disputes={disputes} />}
      </section>
    </>
  )
}

const Waiting = () => (
  <Loading what="disputes" className={disputeTableStyles.waiting}>
    <Skeleton height="5rem" />
    <Skeleton height="5rem" />
  </Loading>
)

const Empty = () => (
  <div className={emptyStateStyles.empty}>
    <span className={emptyStateStyles.icon}>
      <Icon name="letter" />
    </span>
    <p>
      <b>No disputes found.</b> Create your first test dispute above!
    </p>
  </div>
)
