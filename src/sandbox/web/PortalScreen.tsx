import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import * as standalonePageStyles from '#web/StandalonePage.module.css'
import { StandalonePage } from '#web/StandalonePage.tsx'
import { serviceName } from '#web/service-name.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pending } from '#web/ui/Pending.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'

/** The sandbox's stand-in for the identity check of a credit monitoring company. */
export const PortalScreen = () => {
  useDocumentTitle('Sandbox portal')
  const ticket = useLocation().hash
  return (
    <StandalonePage>
      <div className={standalonePageStyles.column}>
        <Note tone="sand">
          Sandbox portal: pretends to be the identity check of a credit monitoring company.
        </Note>
        <h1>Identity check</h1>
        {ticket === '' ? <Astray /> : <Check ticket={ticket} />}
      </div>
    </StandalonePage>
  )
}

/** The end of a link: what happened, and how to continue. */
const Ended = ({
  icon,
  title,
  children,
}: {
  icon: 'check' | 'clock' | 'lock'
  title: string
  children: ReactNode
}) => (
  <div className={cardStyles.card} role="status">
    <EmptyState icon={icon} title={title}>
      {children}
    </EmptyState>
  </div>
)

const again = `Go back to ${serviceName} and open the portal again for a new one.`

const Astray = () => (
  <Ended icon="lock" title="This link leads nowhere">
    {again}
  </Ended>
)

const Check = ({ ticket }: { ticket: string }) => {
  const page = useApiQuery(client.sandbox.look, { ticket }, { staleTime: Number.POSITIVE_INFINITY })
  const { data, error } = page
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  if (outcome === 'verified') {
    return (
      <Ended icon="check" title="Your identity is confirmed">
        Close this page and go back to {serviceName}.
      </Ended>
    )
  }
  if (outcome === 'failed') {
    return (
      <Ended icon="lock" title="Your identity was not confirmed">
        Nothing changed in {serviceName}. Open the portal again to repeat the check.
      </Ended>
    )
  }
  if (data?.state === 'used') {
    return (
      <Ended icon="lock" title="This link has been used">
        {again}
      </Ended>
    )
  }
  if (data?.state === 'expired') {
    return (
      <Ended icon="clock" title="This link has expired">
        {again}
      </Ended>
    )
  }
  if (data) return <Ending ticket={ticket} person={data} onDone={setOutcome} />
  if (error && [400, 404].includes(error.status)) return <Astray />
  return <Pending queries={[page]} />
}

type Outcome = 'verified' | 'failed'
type Person = { firstName: string; lastInitial: string; ssnLastFour: string }

type EndingProps = { ticket: string; person: Person; onDone: (outcome: Outcome) => void }

/** Chooses the outcome of the simulated check. */
const Ending = ({ ticket, person, onDone }: EndingProps) => {
  const place = useFocusFallback()
  const finish = useApiMutation(client.sandbox.finish, { onDone: (_reply, { outcome }) => onDone(outcome) })
  const end = (outcome: Outcome) => finish.mutate({ ticket, outcome })
  const ending = finish.isPending ? finish.variables.outcome : null
  return (
    <div className={`${cardStyles.card} ${layoutStyles.stack}`} ref={place}>
      <p>
        {person.firstName} {person.lastInitial}., Social Security number ending in{' '}
        <span className={`${textStyles.number} ${textStyles.noWrap}`}>{person.ssnLastFour}</span>
      </p>
      <p className={textStyles.muted}>
        A real portal asks questions here. This one asks you how the check should end.
      </p>
      {finish.error && <ErrorNote error={finish.error} />}
      <Button
        variant="primary"
        size="big"
        block
        busy={ending === 'verified'}
        disabled={ending === 'failed'}
        onClick={() => end('verified')}
      >
        Confirm this identity
      </Button>
      <Button
        size="big"
        block
        busy={ending === 'failed'}
        disabled={ending === 'verified'}
        onClick={() => end('failed')}
      >
        Fail the check
      </Button>
    </div>
  )
}
