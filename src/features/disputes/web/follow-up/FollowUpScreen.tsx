import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { usePermission } from '#web/impersonation.ts'
import cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import wizardStyles from '../wizard/wizard.module.css'
import { FollowUpForm } from './FollowUpForm.tsx'

/** One of the steps that follow a bureau's answer, as a small dispute of its own. */
export const FollowUpScreen = () => {
  const { disputeId = '' } = useParams({ strict: false })
  const { item: itemId, next } = useSearch({ from: '/shell/disputes/$disputeId/follow-up' })
  const { data: dispute, error, isFetching, refetch } = useApiQuery(client.disputes.one, { disputeId })
  const barred = usePermission('assist')
  const item = dispute?.items.find(({ id }) => id === itemId)
  const step = item?.steps[next]
  const isMissing = error?.code === 'not_found' || error?.code === 'invalid_request'
  if (dispute === undefined && !isMissing)
    return error === null ? (
      <Waiting />
    ) : (
      <ErrorCard error={error} onRetry={() => void refetch()} busy={isFetching} />
    )
  const back = (
    <Link className={layoutStyles.backLink} to="/disputes/$disputeId" params={{ disputeId }}>
      <Icon name="left" small />
      Back to the dispute
    </Link>
  )
  if (item === undefined || step === undefined || barred !== null)
    return (
      <div className={cardStyles.card}>
        <EmptyState icon="letter" title={barred ?? 'This step is not open for this item now.'} action={back}>
          The dispute shows which steps are open.
        </EmptyState>
      </div>
    )
  return (
    <div className={wizardStyles.wizard}>
      {back}
      <FollowUpForm key={`${item.id} ${step.kind}`} disputeId={disputeId} item={item} step={step} />
    </div>
  )
}

const Waiting = () => (
  <Loading what="this step" className={wizardStyles.wizard}>
    <Skeleton height="3rem" width="20rem" />
    <Skeleton height="12rem" />
  </Loading>
)
