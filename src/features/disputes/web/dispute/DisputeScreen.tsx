import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import buttonStyles from '#web/ui/Button.module.css'
import cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AttestLetters } from '../letters/AttestLetters.tsx'
import { pollWhileMailing } from '../letters/handing-over.ts'
import { countUnmailed, isSandboxMail } from '../letters/letter-state.ts'
import { WhatNext } from '../WhatNext.tsx'
import wizardStyles from '../wizard/wizard.module.css'
import { DisputeEnclosures } from './DisputeEnclosures.tsx'
import { DisputeHead } from './DisputeHead.tsx'
import { DisputeItems } from './DisputeItems.tsx'
import { DisputeLetters } from './DisputeLetters.tsx'

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
    <div className={wizardStyles.wizard}>
      <DisputeHead dispute={dispute} />
      <div className={tellsNext ? layoutStyles.asideRight : undefined}>
        <div className={layoutStyles.stack}>
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
  <div className={cardStyles.card}>
    <EmptyState
      icon="letter"
      title="We could not find this dispute."
      action={
        <Link className={buttonStyles.button} data-slot="button" to="/disputes">
          Back to Disputes
        </Link>
      }
    >
      It may belong to another account, or the address is not complete.
    </EmptyState>
  </div>
)

const Waiting = () => (
  <Loading what="your dispute" className={wizardStyles.wizard}>
    <Skeleton height="3rem" width="20rem" />
    <Skeleton height="8rem" />
    <Skeleton height="24rem" />
  </Loading>
)
