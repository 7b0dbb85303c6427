import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { splitFormError } from '#features/identity/web/form-checks.ts'
import { SessionExpiryNote } from '#features/identity/web/SessionExpiryNote.tsx'
import { useSession } from '#features/identity/web/session.ts'
import { showTime } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { isOffered } from '#web/capabilities.ts'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import { useForm } from '#web/form.ts'
import * as standalonePageStyles from '#web/StandalonePage.module.css'
import { endSession, hasRefreshMarker, isImpersonating, storeUserSession } from '#web/session-storage.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { ErrorState } from '#web/ui/ErrorCard.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { ClientList } from './ClientList.tsx'
import { ManagerLogin } from './ManagerLogin.tsx'
import { LoggedIn, ManagerPage, managerSteps, StepHeading } from './ManagerPage.tsx'
import { openClientChecks } from './manager-checks.ts'
import { ReviewQueue } from './ReviewQueue.tsx'
import { mayReadStaff, mayServe } from './roles.ts'
import * as staffStyles from './staff.module.css'

/** Signing in as a manager, then opening a client's account. */
export const ManagerScreen = () => {
  useDocumentTitle('Manager access')
  const { manager } = useSession()
  return manager ? <ClientAccess /> : <ManagerLogin />
}

/** Step 2: which client's account to open, by phone number or from the list. */
const ClientAccess = () => {
  const asked = useApiQuery(client.staff.me)
  const [chosen, setChosen] = useState({ phoneNumber: '', times: 0 })
  const { data: manager } = asked
  const serves = manager !== undefined && mayServe(manager.role)
  const choose = (phoneNumber: string) => setChosen({ phoneNumber, times: chosen.times + 1 })
  return (
    <ManagerPage
      top
      below={
        manager && (
          <>
            <ReviewQueue onOpen={serves ? choose : null} />
            <ClientList onOpen={serves ? choose : null} />
          </>
        )
      }
    >
      <Steps names={managerSteps} current={1} />
      <SessionExpiryNote session="manager" kind="manager" info={asked} />
      <SessionNotes />
      <div className={`${cardStyles.card} ${layoutStyles.stack}`}>
        <StepHeading>Client Access</StepHeading>
        {manager === undefined ? (
          <ManagerPlaceholder asked={asked} />
        ) : (
          <>
            <LoggedIn email={manager.email} />
            {manager.opened && <OpenClientNote opened={manager.opened} />}
            {serves ? (
              <OpenClientForm key={chosen.times} phoneNumber={chosen.phoneNumber} />
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
      {manager && (
        <p className={`${standalonePageStyles.alternative} ${staffStyles.lists}`}>
          {isOffered('tradelines') && <Link to="/manager/tradelines">Tradelines on offer</Link>}
          {mayReadStaff(manager.role) && <Link to="/manager/staff">Managers and invitations</Link>}
        </p>
      )}
    </ManagerPage>
  )
}

/** That a client account closed by itself, or that the manager signed in. */
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
  asked: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
}

/** Shown until the manager is loaded. */
const ManagerPlaceholder = ({ asked: { error, isFetching, refetch } }: ManagerPlaceholderProps) =>
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

/** Opens a client's account; `phoneNumber` is one that was chosen from the list, empty before. */
const OpenClientForm = ({ phoneNumber }: { phoneNumber: string }) => {
  const [signedOut, setSignedOut] = useState(false)
  const open = useApiMutation(client.staff.openClient, {
    onDone: ({ user }) => {
      storeUserSession(user, user.phoneNumber)
      location.assign('/analytics/overview')
    },
  })
  const { refused, otherError } = splitFormError(open.error, { phone_not_served: 'phoneNumber' })
  const form = useForm(
    openClientChecks,
    ({ phoneNumber: typed = '', reason = '' }) => {
      // Another tab may have signed out.
      const here = hasRefreshMarker('manager')
      setSignedOut(!here)
      if (here) open.mutate({ phoneNumber: typed, ...(reason.trim() === '' ? {} : { reason }) })
    },
    refused,
  )
  const chosen = phoneNumber !== ''
  return (
    <form {...form.formProps}>
      {signedOut && <Note tone="red" role="alert" title="Please login as manager first" />}
      {otherError && <ErrorNote error={otherError} />}
      {open.isSuccess && (
        <Note tone="green" role="status">
          Successfully switched to client {showPhone(open.data.user.phoneNumber)}!
        </Note>
      )}
      <ErrorSummary errors={form.errors} summaryRef={form.summary} />
      <Field
        name="phoneNumber"
        label="Client Phone Number"
        hint="10 digits"
        error={form.errors.phoneNumber}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="2135550148"
        defaultValue={chosen ? showPhone(phoneNumber) : ''}
        required
      />
      <Field
        name="reason"
        label="Reason"
        optional
        hint="The client can read it. Without a reason the account opens read-only for 15 minutes."
        error={form.errors.reason}
        type="text"
        autoComplete="off"
        maxLength={200}
        autoFocus={chosen}
      />
      <Button
        type="submit"
        variant="primary"
        size="big"
        block
        busy={open.isPending || open.isSuccess}
        busyText="Accessing..."
      >
        Access Client Account
      </Button>
    </form>
  )
}

/** The client account that this manager has open already, here or in another browser; opening another closes it. */
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
