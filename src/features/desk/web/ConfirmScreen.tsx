import { Link } from '@tanstack/react-router'
import { pluralize } from '#features/disputes/web/dispute-text.ts'
import { showDay } from '#values/dates.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'

/** Letters prepared by staff that the user must read and confirm; the notice about them links here. */
export const ConfirmScreen = () => {
  const { data, error, isFetching, refetch } = useApiQuery(client.disputes.list)
  const waiting = data?.filter(({ awaitingAttestation }) => awaitingAttestation) ?? []
  return (
    <div className={layoutStyles.stack}>
      <div>
        <Link className={layoutStyles.backLink} to="/disputes">
          <Icon name="left" small />
          All disputes
        </Link>
        <h2>Letters to confirm</h2>
        <p className={textStyles.muted}>
          Staff prepared these for you. Read each letter. Nothing is mailed that you did not confirm.
        </p>
      </div>
      {error !== null && <ErrorCard error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <Loading what="your letters">
          <Skeleton height="6rem" />
          <Skeleton height="6rem" />
        </Loading>
      )}
      {data !== undefined && waiting.length === 0 && (
        <div className={cardStyles.card}>
          <EmptyState icon="check" title="Nothing waits for you">
            You have confirmed every letter that staff prepared.
          </EmptyState>
        </div>
      )}
      {waiting.map(({ id, title, letters, createdAt }) => (
        <section key={id} className={`${cardStyles.card} ${layoutStyles.row} ${layoutStyles.spread}`}>
          <div>
            <h3>{title}</h3>
            <p className={textStyles.muted}>
              {pluralize(letters.length, 'letter')} to{' '}
              {letters.map(({ recipient }) => recipient.name).join(', ')}, prepared{' '}
              {showDay(createdAt, browserTimeZone)}
            </p>
          </div>
          <Link
            {...buttonLook({ variant: 'primary' })}
            to="/disputes/$disputeId"
            params={{ disputeId: id }}
            aria-label={`Read and confirm: ${title}`}
          >
            Read and confirm
          </Link>
        </section>
      ))}
    </div>
  )
}
