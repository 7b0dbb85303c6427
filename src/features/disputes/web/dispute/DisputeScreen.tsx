import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AttestLetters } from '../letters/AttestLetters.tsx'
import { pollWhileMailing } from '../letters/handing-over.ts'
import { countUnmailed, isSandboxMail } from '../letters/letter-state.ts'
import { WhatNext } from '../WhatNext.tsx'
import { DisputeEnclosures } from './DisputeEnclosures.tsx'
import { DisputeHead } from './DisputeHead.tsx'
import { DisputeItems } from './DisputeItems.tsx'
import { DisputeLetters } from './DisputeLetters.tsx'
import '../disputes.css'

/** One dispute: what was said, the letters, and what happens next. */
export const DisputeScreen = () => {
  const { disputeId = '' } = useParams({ strict: false })
  const [looks] = useState(() => pollWhileMailing())
  const {
    data: dispute,
    error,
    isFetching,
    refetch,
  } = useApiQuery(
    client.disputes.one,
    { disputeId },
    { refetchInterval: latest => (latest ? looks([latest]) : false) },
  )
  if (error?.code === 'not_found' || error?.code === 'invalid_request') return <NotFound />
  if (dispute === undefined)
    return error === null ? (
      <Waiting />
    ) : (
      <ErrorCard error={error} onRetry={() => void refetch()} busy={isFetching} />
    )
  const { status, awaitingAttestation, letters } = dispute
  const tellsNext = status !== 'CLOSED' && !awaitingAttestation && !isSandboxMail(letters)
  return (
    <div className="wz">
      <DisputeHead dispute={dispute} />
      <div className={tellsNext ? 'aside-r' : undefined}>
        <div className="stack">
          <DisputeItems dispute={dispute} />
          <DisputeEnclosures enclosures={dispute.enclosures} />
          <DisputeLetters dispute={dispute} />
          {dispute.awaitingAttestation && <AttestLetters disputeId={dispute.id} />}
        </div>
        {tellsNext && <WhatNext type={dispute.type} toMail={countUnmailed(dispute.letters) > 0} />}
      </div>
    </div>
  )
}

const NotFound = () => (
  <div className="card">
    <EmptyState
      icon="letter"
      title="We could not find this dispute."
      action={
        <Link className="btn" to="/disputes">
          Back to Disputes
        </Link>
      }
    >
      It may belong to another account, or the address is not complete.
    </EmptyState>
  </div>
)

const Waiting = () => (
  <Loading what="your dispute" className="wz">
    <Skeleton height="3rem" width="20rem" />
    <Skeleton height="8rem" />
    <Skeleton height="24rem" />
  </Loading>
)
