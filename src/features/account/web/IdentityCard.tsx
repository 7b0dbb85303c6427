import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { IdentityState } from '#features/identity/contract.ts'
import { usePermission, useUser } from '#features/identity/web/session.ts'
import { VerificationLink } from '#features/staff/web/VerificationLink.tsx'
import { DocumentReview } from '#features/verification/web/DocumentReview.tsx'
import { MailedCode } from '#features/verification/web/MailedCode.tsx'
import type { IdentityCheckWay } from '#providers/identity-check/port.ts'
import { showDay } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { isOffered } from '#web/capabilities.ts'
import { client } from '#web/client.ts'
import { Button, buttonLook } from '#web/ui/Button.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { Loaded, ProfileCard } from './ProfileCard.tsx'
import { Support } from './Support.tsx'

/** What each way involves, for a user who has to choose one. */
const wayTexts: Readonly<Record<IdentityCheckWay, { title: string; text: string }>> = {
  lookup: {
    title: 'Compare my details',
    text: 'We compare your name, birth date, address and Social Security number with what phone companies and public sources have for your phone number. Your credit scores are not affected.',
  },
  'mailed-code': {
    title: 'A mailed code',
    text: 'We mail a code to the address in your profile. It counts when a report file or a proof of address shows the same address.',
  },
  documents: {
    title: 'Documents',
    text: 'Our staff look at your government ID and a proof of your address.',
  },
  vendor: {
    title: 'Questions about your credit file',
    text: 'The company that provides credit reports asks you before the first one.',
  },
  portal: {
    title: 'Our monitoring partner',
    text: 'Our partner can check your identity. Support sends you a link.',
  },
}

/** These ways show the server's message themselves, next to their controls. */
const saysItself: readonly IdentityCheckWay[] = ['mailed-code', 'documents']

/** Polling interval while a check runs, which may have been started on another screen. */
const CHECK_AGAIN_MS = 2_000

/** How an unconfirmed user can confirm their identity, and what is available to them until then. */
export const IdentityCard = () => {
  const user = useUser()
  const cache = useQueryClient()
  const query = useApiQuery(client.identity.identityState, undefined, {
    refetchInterval: latest =>
      latest?.ways.some(({ state }) => state === 'pending') ? CHECK_AGAIN_MS : false,
  })
  const confirmed = query.data?.confirmed === true
  useEffect(() => {
    // Everything that depends on the confirmation is read again.
    if (confirmed) void cache.invalidateQueries()
  }, [cache, confirmed])
  return (
    <ProfileCard id="identity" title="Confirm your identity">
      <p className={textStyles.muted}>
        Credit reports are fetched, and fetched reports are shown, once we know that you are you. Until then
        you can import report files, and use everything else.
      </p>
      <Loaded query={query} what="your verification" heading="identity">
        {state => (
          <>
            {state.takenBack && <TakenBackNote takenBack={state.takenBack} />}
            <Ways state={state} />
          </>
        )}
      </Loaded>
      {user.impersonation?.scope === 'assist' && isOffered('portal') && (
        <div>
          <VerificationLink clientId={user.id} name={`${user.firstName} ${user.lastName}`} />
        </div>
      )}
    </ProfileCard>
  )
}

/** Staff revoked a confirmation, and why. */
const TakenBackNote = ({
  takenBack: { at, reason },
}: {
  takenBack: NonNullable<IdentityState['takenBack']>
}) => (
  <Note tone="amber" icon="shield" title="Our staff took back the confirmation of your identity">
    <p>{reason}</p>
    <p className={textStyles.muted}>
      {showDay(at, browserTimeZone)}. <Support />
    </p>
  </Note>
)

const Ways = ({ state: { confirmed, takenBack, obstacle, ways } }: { state: IdentityState }) => {
  if (confirmed) return <Note tone="green" role="status" title="Your identity is confirmed" />
  if (obstacle !== null)
    return (
      <Note tone="sand" icon="shield">
        <p>{obstacle}</p>
        <p>
          <Support />
        </p>
      </Note>
    )
  if (ways.length === 0)
    return (
      <Note tone="plain">
        <p>
          We cannot confirm identities yet, so no reports are fetched. You can import a report file.{' '}
          <Support />
        </p>
      </Note>
    )
  return (
    <ul className={layoutStyles.stack}>
      {ways.map(one => (
        <li key={one.way} className={layoutStyles.stackSmall}>
          <div>
            <h3 className={textStyles.heading3}>{wayTexts[one.way].title}</h3>
            <p className={textStyles.muted}>{wayTexts[one.way].text}</p>
          </div>
          {one.way === 'mailed-code' && <MailedCode />}
          {one.way === 'documents' && <DocumentReview takenBackAt={takenBack?.at ?? null} />}
          {one.message !== null && !saysItself.includes(one.way) && (
            <Note
              tone={one.state === 'pending' ? 'blue' : 'sand'}
              busy={one.state === 'pending'}
              role="status"
            >
              <p>{one.message}</p>
            </Note>
          )}
          {one.way === 'lookup' && one.state === 'open' && <StartCheck again={one.message !== null} />}
          {one.way === 'vendor' && one.state === 'open' && (
            <div>
              <Link {...buttonLook()} to="/analytics/$tab" params={{ tab: 'overview' }} hash="report-step">
                Ask me now
              </Link>
            </div>
          )}
          {one.way === 'portal' && (
            <p>
              <Support />
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

const StartCheck = ({ again }: { again: boolean }) => {
  const barred = usePermission('never')
  const start = useApiMutation(client.identity.startIdentityCheck, {
    refreshes: [client.identity.identityState],
  })
  if (barred !== null) return <p className={textStyles.muted}>{barred}</p>
  return (
    <>
      {start.error && <ErrorNote error={start.error} />}
      <div>
        <Button
          icon="shield"
          variant={again ? 'quiet' : 'primary'}
          busy={start.isPending}
          busyText="Starting..."
          onClick={() => start.mutate(undefined)}
        >
          {again ? 'Try again' : 'Confirm identity'}
        </Button>
      </div>
    </>
  )
}
