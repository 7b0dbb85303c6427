import type { ReactNode } from 'react'
import type { UserInfo } from '#features/identity/contract.ts'
import { LegalLinks } from '#features/legal/web/LegalLinks.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { AccessLogCard } from './AccessLogCard.tsx'
import { AuthenticatorCard } from './AuthenticatorCard.tsx'
import * as accountStyles from './account.module.css'
import { ConsentsCard } from './ConsentsCard.tsx'
import { ContactCard } from './ContactCard.tsx'
import { DataCard } from './DataCard.tsx'
import { GoalCard } from './GoalCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { RetentionCard } from './RetentionCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { StaffNotesCard } from './StaffNotesCard.tsx'

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
