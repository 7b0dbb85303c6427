import type { ReactNode } from 'react'
import type { UserInfo } from '#features/identity/contract.ts'
import { LegalLinks } from '#features/legal/web/LegalLinks.tsx'
import { showDay } from '#values/dates.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { AccessLogCard } from './AccessLogCard.tsx'
import { AuthenticatorCard } from './AuthenticatorCard.tsx'
import * as accountStyles from './account.module.css'
import { ConsentsCard } from './ConsentsCard.tsx'
import { ContactCard } from './ContactCard.tsx'
import { DataCard } from './DataCard.tsx'
import { GoalCard } from './GoalCard.tsx'
import { Loaded, ProfileCard } from './ProfileCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'

/** How a user is reached, and the authenticator app. */
export const ReachCards = ({ user }: { user: UserInfo }) => (
  <>
    <GoalCard goal={user.goal} />
    <ContactCard user={user} />
    {!user.impersonation && <AuthenticatorCard on={user.totpEnabled} />}
  </>
)

/** Profile below the fold: contacts, security and data. Without a confirmed identity, `ReachCards` are shown above. */
export const ProfileRest = ({ user, notices }: { user: UserInfo; notices: ReactNode }) => (
  <>
    <div className={accountStyles.columns}>
      <div className={layoutStyles.stack}>
        {user.identity !== null && (
          <>
            <GoalCard goal={user.goal} />
            <ContactCard user={user} />
          </>
        )}
        <ConsentsCard />
        {!user.impersonation && notices}
      </div>
      <div className={layoutStyles.stack}>
        {user.impersonation ? (
          <OwnerOnlyNote />
        ) : (
          <>
            {user.identity !== null && <AuthenticatorCard on={user.totpEnabled} />}
            <SessionsCard />
          </>
        )}
        <StaffNotesCard />
        <AccessLogCard />
        {!user.impersonation && <DataCard user={user} />}
        <RetentionCard />
      </div>
    </div>
    <LegalLinks />
  </>
)

/** Shown to an impersonating manager in place of what only the owner may see. */
const OwnerOnlyNote = () => (
  <ProfileCard id="owners-alone" title="Sign-in and data">
    <p className={textStyles.muted}>
      Only the client can see where they are signed in, use the authenticator app, export the data or delete
      the account.
    </p>
  </ProfileCard>
)

/** How long each kind of data is kept, and why. */
const RetentionCard = () => {
  const query = useApiQuery(client.account.retention)
  return (
    <ProfileCard id="retention" title="How long we keep your data">
      <Loaded query={query} what="how long we keep your data" heading="retention">
        {({ data, afterDeletion }) => (
          <>
            <p className={textStyles.muted}>{afterDeletion}</p>
            <Disclosure summary={`What we keep, and how long (${data.length})`}>
              <ul className={accountStyles.list}>
                {data.map(({ title, period, why }) => (
                  <li key={title} className={`${accountStyles.part} ${layoutStyles.stackSmall}`}>
                    <p>
                      <b>{title}</b>
                      <br />
                      {period}
                    </p>
                    <p className={`${textStyles.muted} ${accountStyles.small}`}>{why}</p>
                  </li>
                ))}
              </ul>
            </Disclosure>
          </>
        )}
      </Loaded>
    </ProfileCard>
  )
}

/** Who is responsible for the user, and the notes and tasks that staff share; hidden if there is none of it. */
const StaffNotesCard = () => {
  const { data } = useApiQuery(client.clients.shared)
  if (!data || (data.responsible === null && data.notes.length === 0 && data.tasks.length === 0)) return null
  return (
    <ProfileCard id="staff-notes" title="From our staff">
      {data.responsible !== null && (
        <p>
          <b>{data.responsible}</b> is responsible for you.
        </p>
      )}
      {(data.tasks.length > 0 || data.notes.length > 0) && (
        <ul className={accountStyles.list}>
          {data.tasks.map(({ id, text, author, dueOn, doneAt }) => (
            <li key={id} className={accountStyles.part}>
              <p className={accountStyles.words}>{text}</p>
              <p className={`${textStyles.muted} ${accountStyles.small}`}>
                {author},{' '}
                {doneAt === null
                  ? `to be done by ${showDay(dueOn)}`
                  : `done ${showDay(doneAt, browserTimeZone)}`}
              </p>
            </li>
          ))}
          {data.notes.map(({ id, text, author, createdAt, editedAt }) => (
            <li key={id} className={accountStyles.part}>
              <p className={accountStyles.words}>{text}</p>
              <p className={`${textStyles.muted} ${accountStyles.small}`}>
                {author}, {showDay(createdAt, browserTimeZone)}
                {editedAt !== null && `, edited ${showDay(editedAt, browserTimeZone)}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </ProfileCard>
  )
}
