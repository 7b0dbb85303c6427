import { useState } from 'react'
import type { EndpointReply } from '#api/endpoint.ts'
import type { identity } from '#features/identity/contract.ts'
import { showInstant } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { endSession } from '#web/session-storage.ts'
import { withThemePreserved } from '#web/theme.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import * as accountStyles from './account.module.css'
import { Loaded, ProfileCard } from './ProfileCard.tsx'

type Session = EndpointReply<typeof identity.sessions>['data'][number]

/** Where the user is signed in, this browser first; the other sessions can be ended one by one or all together. */
export const SessionsCard = () => {
  const query = useApiQuery(client.identity.sessions)
  const end = useApiMutation(client.identity.endSession, {
    refreshes: [client.identity.sessions],
    // The pressed button disappears with its line.
    onDone: () => document.getElementById('sessions')?.focus(),
  })
  return (
    <ProfileCard id="sessions" title="Where you are signed in">
      <Loaded query={query} what="your sessions" heading="sessions">
        {({ data }) => (
          <ul className={accountStyles.list}>
            {data.toSorted(thisFirst).map(session => (
              <SessionLine
                key={session.id}
                session={session}
                busy={end.isPending && end.variables.sessionId === session.id}
                onEnd={() => end.mutate({ sessionId: session.id })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {end.error && <ErrorNote error={end.error} />}
      {end.isSuccess && (
        <Note tone="green" role="status">
          That device is signed out.
        </Note>
      )}
      <LogOutEverywhere />
    </ProfileCard>
  )
}

const thisFirst = (left: Session, right: Session) => Number(right.current) - Number(left.current)

type SessionLineProps = { session: Session; busy: boolean; onEnd: () => void }

const SessionLine = ({ session, busy, onEnd }: SessionLineProps) => (
  <li className={accountStyles.line}>
    <div>
      <p className={`${layoutStyles.row} ${accountStyles.value}`}>
        <b>{session.device}</b>
        {session.current && <Pill tone="green">This device</Pill>}
      </p>
      <p className={`${textStyles.muted} ${accountStyles.small} ${textStyles.number}`}>
        Signed in {showInstant(session.startedAt, browserTimeZone)}
        {!session.current && <>, last used {showInstant(session.lastSeenAt, browserTimeZone)}</>}
      </p>
    </div>
    {!session.current && (
      <Button
        size="small"
        busy={busy}
        onClick={onEnd}
        aria-label={`End ${session.device}, signed in ${showInstant(session.startedAt, browserTimeZone)}`}
      >
        End
      </Button>
    )}
  </li>
)

const signOutAll = withThemePreserved(client.identity.signOutAll)

/** Ends every session of the account, including this one, after confirmation. */
const LogOutEverywhere = () => {
  const [asking, setAsking] = useState(false)
  const leave = useApiMutation(signOutAll, { onDone: () => endSession('You are signed out everywhere') })
  return (
    <div>
      <Button
        icon="out"
        onClick={() => {
          leave.reset()
          setAsking(true)
        }}
      >
        Log out everywhere
      </Button>
      {asking && (
        <ConfirmDialog
          title="Log out everywhere?"
          confirmLabel="Log out everywhere"
          busy={leave.isPending}
          onConfirm={() => leave.mutate()}
          onClose={() => setAsking(false)}
        >
          <p className={textStyles.muted}>
            Every device is signed out, this one too. If a manager has your account open, that ends as well.
            You sign in again with a code.
          </p>
          {leave.error && <ErrorNote error={leave.error} safe="You are still signed in." />}
        </ConfirmDialog>
      )}
    </div>
  )
}
