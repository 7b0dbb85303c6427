import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { SessionExpiryNote } from '#web/SessionExpiryNote.tsx'
import { useSession } from '#web/session.ts'
import { ErrorState } from '#web/ui/ErrorCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { ClientList } from './ClientList.tsx'
import { LoggedIn } from './LoggedIn.tsx'
import { ManagerPage, managerSteps } from './ManagerPage.tsx'
import { OpenClientNote } from './OpenedElsewhere.tsx'
import { OpenClientForm } from './OpenForm.tsx'
import { mayReadStaff, mayServe } from './roles.ts'
import { StepHeading } from './StepHeading.tsx'

/** Step 2: which client's account to open, by phone number or from the list. */
export const ClientAccess = () => {
  const asked = useApiQuery(client.staff.me)
  const [chosen, setChosen] = useState({ phoneNumber: '', times: 0 })
  const { data: manager } = asked
  const serves = manager !== undefined && mayServe(manager.role)
  const choose = (phoneNumber: string) => setChosen({ phoneNumber, times: chosen.times + 1 })
  return (
    <ManagerPage top below={manager && <ClientList onOpen={serves ? choose : null} />}>
      <Steps names={managerSteps} current={1} />
      <SessionExpiryNote session="m" kind="manager" info={asked} />
      <Told />
      <div className="card stack">
        <StepHeading>Client Access</StepHeading>
        {manager === undefined ? (
          <NotYet asked={asked} />
        ) : (
          <>
            <LoggedIn email={manager.email} />
            {manager.opened && <OpenClientNote opened={manager.opened} />}
            {serves ? (
              <OpenClientForm key={chosen.times} phoneNumber={chosen.phoneNumber} />
            ) : (
              <p className="muted">An auditor reads lists and opens no account.</p>
            )}
            <p className="safe">
              <Icon name="shield" />
              <span>Everything you open in a client account is recorded with your name.</span>
            </p>
          </>
        )}
      </div>
      {manager && (
        <p className="alt lists">
          <Link to="/manager/tradelines">Tradelines on offer</Link>
          {mayReadStaff(manager.role) && <Link to="/manager/staff">Managers and invitations</Link>}
        </p>
      )}
    </ManagerPage>
  )
}

/** What came before: a client account that closed by itself, or the sign-in. */
const Told = () => {
  const { startedOnThisPage, notice } = useSession()
  return (
    <>
      {notice !== null && (
        <Note tone="sand" icon="clock" role="alert" title={notice}>
          The client account is closed. Open it again to go on.
        </Note>
      )}
      {startedOnThisPage && (
        <Note tone="green" role="status">
          Manager authenticated! Enter a client phone number below.
        </Note>
      )}
    </>
  )
}

type NotYetProps = { asked: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> } }

/** In the place of the form while it is not known who is signed in. */
const NotYet = ({ asked: { error, isFetching, refetch } }: NotYetProps) =>
  error === null ? (
    <Loading what="your manager session">
      <Skeleton height="4.75rem" />
      <Skeleton height="5.5rem" />
      <Skeleton height="7rem" />
      <Skeleton height="3rem" />
    </Loading>
  ) : (
    <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
  )
