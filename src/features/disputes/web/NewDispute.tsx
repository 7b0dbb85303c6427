import { Link, useParams } from '@tanstack/react-router'
import { useAsk } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { useBarred } from '#web/opened.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AccountWizard } from './AccountWizard.tsx'
import { disputeTypes } from './dispute-types.ts'
import './disputes.css'

/** A new dispute of the type in the address. Accounts have their wizard; the other types say that they come later. */
export const NewDispute = () => {
  const { type } = useParams({ strict: false })
  const barred = useBarred('assist')
  if (type === 'account' && barred === null) return <AccountDispute />
  const card = disputeTypes.find(known => known.type === type)
  const back = (
    <Link className="btn" to="/disputes">
      Back to Disputes
    </Link>
  )
  return (
    <div className="card">
      {card === undefined ? (
        <EmptyState icon="letter" title="There is no such dispute." action={back}>
          Choose a type in Disputes.
        </EmptyState>
      ) : (
        <EmptyState icon={card.icon} title={card.name} action={back}>
          {barred ?? 'This type of dispute comes later. Accounts can be disputed now.'}
        </EmptyState>
      )}
    </div>
  )
}

const AccountDispute = () => {
  const { data: analytics, error, isFetching, refetch } = useAsk(client.credit.analytics)
  if (analytics === undefined)
    return error === null ? (
      <Loading />
    ) : (
      <ErrorCard error={error} onRetry={() => void refetch()} busy={isFetching} />
    )
  const { fullReport, message } = analytics
  if (fullReport !== null && fullReport.accountInformation.length > 0)
    return <AccountWizard report={fullReport} />
  return (
    <div className="card">
      <EmptyState
        icon="card"
        title={
          fullReport === null ? (message ?? 'You have no credit report yet.') : 'No credit accounts found.'
        }
        action={
          <Link className="btn" to="/analytics/$tab" params={{ tab: 'overview' }}>
            Go to Analytics
          </Link>
        }
      >
        A dispute starts from an account in your report.
      </EmptyState>
    </div>
  )
}

const Loading = () => (
  <div className="wz" aria-busy="true">
    <p className="vh" role="status">
      Loading your accounts...
    </p>
    <Skeleton height="3rem" />
    <Skeleton height="5.5rem" />
    <Skeleton height="5.5rem" />
    <Skeleton height="5.5rem" />
  </div>
)
