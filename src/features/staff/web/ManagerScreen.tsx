import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '#features/identity/web/session.ts'
import { showDay, showTime } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import * as standalonePageStyles from '#web/StandalonePage.module.css'
import { endSession, isImpersonating } from '#web/session-storage.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { ErrorState } from '#web/ui/ErrorCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { ClientList } from './ClientList.tsx'
import { ManagerLogin } from './ManagerLogin.tsx'
import { managerSteps, StepHeading } from './ManagerPage.tsx'
import { type ClientToOpen, OpenClientDialog, OpenClientForm } from './OpenClient.tsx'
import { mayServe } from './roles.ts'
import { StaffPage } from './StaffPage.tsx'
import { WaitingLetters } from './WaitingLetters.tsx'

/** Signing in as a manager, then opening a client's account. */
export const ManagerScreen = () => {
  useDocumentTitle('Manager access')
  const { manager } = useSession()
  return manager ? <ClientAccess /> : <ManagerLogin />
}

/** Step 2: which client's account to open, by phone number or from the list. */
const ClientAccess = () => {
  const me = useApiQuery(client.staff.me)
  const [whom, setWhom] = useState<ClientToOpen | null>(null)
  const { data: manager } = me
  const serves = manager !== undefined && mayServe(manager.role)
  return (
    <StaffPage
      me={me}
      list={
        manager && (
          <>
            <ReviewQueue onOpen={serves ? setWhom : null} />
            <WaitingLetters onOpen={serves ? setWhom : null} />
            <ClientList onOpen={serves ? setWhom : null} />
            {whom !== null && <OpenClientDialog whom={whom} onClose={() => setWhom(null)} />}
          </>
        )
      }
    >
      <Steps names={managerSteps} current={1} />
      <SessionNotes />
      <div className={`${cardStyles.card} ${layoutStyles.stack}`}>
        <StepHeading>Client Access</StepHeading>
        {manager === undefined ? (
          <ManagerPlaceholder me={me} />
        ) : (
          <>
            {manager.opened && <OpenClientNote opened={manager.opened} />}
            {serves ? (
              <OpenClientForm />
            ) : (
              <p className={textStyles.muted}>An auditor reads lists and opens no account.</p>
            )}
            <p className={standalonePageStyles.assurance}>
              <Icon name="shield" />
              <span>Everything you open in a client account is recorded with your name.</span>
            </p>
          </>
        )}
      </div>
    </StaffPage>
  )
}

/** States that a client account timed out, or that the manager signed in. */
const SessionNotes = () => {
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

type ManagerPlaceholderProps = {
  me: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
}

/** Shown until the manager is loaded. */
const ManagerPlaceholder = ({ me: { error, isFetching, refetch } }: ManagerPlaceholderProps) =>
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

/** The client account that this manager already has open, here or in another browser; opening another closes it. */
const OpenClientNote = ({ opened }: { opened: { phoneNumber: string; expiresAt: string } }) => {
  const { signedIn } = useSession()
  const openedHere = signedIn && isImpersonating()
  const close = useApiMutation(client.staff.closeClient, {
    refreshes: [client.staff.me],
    onDone: () => {
      if (openedHere) endSession(null)
    },
  })
  return (
    <>
      <Note
        tone="sand"
        icon="user"
        title={`You have ${showPhone(opened.phoneNumber)} open until ${showTime(opened.expiresAt, browserTimeZone)}`}
        action={
          <Button size="small" busy={close.isPending} onClick={() => close.mutate()}>
            End
          </Button>
        }
      >
        {openedHere && (
          <p>
            <Link to="/analytics/$tab" params={{ tab: 'overview' }}>
              Go back to it
            </Link>
          </p>
        )}
      </Note>
      {close.error && <ErrorNote error={close.error} />}
    </>
  )
}

/** Clients whose documents wait for a review; absent if there are none. `onOpen` is null for auditors. */
const ReviewQueue = ({ onOpen }: { onOpen: ((whom: ClientToOpen) => void) | null }) => {
  const { data } = useApiQuery(client.verification.reviews)
  if (!data || data.data.length === 0) return null
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="reviews">
      <h2 className={textStyles.heading3} id="reviews">
        Documents to review
      </h2>
      <p className={textStyles.muted}>
        Open the account with a reason, look at Documents, and decide under Profile.
      </p>
      <ul className={layoutStyles.stackSmall}>
        {data.data.map(({ userId, firstName, lastName, phoneNumber, requestedAt, needsSecond }) => (
          <li key={userId} className={layoutStyles.row}>
            <span>
              {firstName} {lastName}, {showPhone(phoneNumber)}
              <small className={textStyles.muted}>
                {' '}
                since {showDay(requestedAt, browserTimeZone)}
                {needsSecond && ', confirmed once'}
              </small>
            </span>
            {onOpen !== null && (
              <Button
                size="small"
                aria-label={`Open ${firstName} ${lastName}`}
                onClick={() => onOpen({ phoneNumber, name: `${firstName} ${lastName}`, goTo: '/profile' })}
              >
                Open
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
