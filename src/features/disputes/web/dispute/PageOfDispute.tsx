import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ApiError } from '#web/api-error.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as wizardStyles from '../wizard/wizard.module.css'

/** Common parts of the pages about one dispute: the link back to it, and what they show until it is loaded. */

export const BackToDispute = ({ disputeId }: { disputeId: string }) => (
  <Link className={layoutStyles.backLink} to="/disputes/$disputeId" params={{ disputeId }}>
    <Icon name="left" small />
    Back to the dispute
  </Link>
)

type Props = {
  query: { error: ApiError | null; isFetching: boolean; refetch: () => unknown }
  /** What is loading, as text: `your dispute`. */
  what: string
  /** The link back if there is no such dispute. */
  back: ReactNode
}

export const isNoDispute = (error: ApiError | null): boolean =>
  error?.code === 'not_found' || error?.code === 'invalid_request'

/** Shown instead of a page without its dispute: it is loading, it does not exist, or it could not be loaded. */
export const DisputePlaceholder = ({ query: { error, isFetching, refetch }, what, back }: Props) => {
  if (error === null)
    return (
      <Loading what={what} className={wizardStyles.wizard}>
        <Skeleton height="3rem" width="20rem" />
        <Skeleton height="16rem" />
      </Loading>
    )
  return isNoDispute(error) ? (
    <div className={cardStyles.card}>
      <EmptyState icon="letter" title="We could not find this dispute." action={back}>
        It may belong to another account, or the address is not complete.
      </EmptyState>
    </div>
  ) : (
    <ErrorCard error={error} onRetry={() => void refetch()} busy={isFetching} />
  )
}
