import { LegalLinks } from '#features/legal/web/LawLinks.tsx'
import { useUser } from '#web/session.ts'
import { AccessLogCard } from './AccessLogCard.tsx'
import { AuthenticatorCard } from './AuthenticatorCard.tsx'
import { ConsentsCard } from './ConsentsCard.tsx'
import { ContactCard } from './ContactCard.tsx'
import { DataCard } from './DataCard.tsx'
import { MaxPlanCard } from './MaxPlanCard.tsx'
import { OwnerOnlyNote } from './OwnersAlone.tsx'
import { PersonalCard } from './PersonalCard.tsx'
import { PlanCard } from './PlanCard.tsx'
import { PortalCard } from './PortalCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import './account.css'

/**
 * The Profile section: who one is, which plan one has, how one is reached and protected, and what is done with one's data.
 * In each column what is read later stands below what is there at once, which so stays where it is.
 */
export const ProfileScreen = () => {
  const user = useUser()
  return (
    <div className="pf-all">
      <div className="pf">
        <PersonalCard user={user} />
        <div className="stack">
          <PlanCard max={user.subscription} />
          <MaxPlanCard user={user} />
          {user.enrolled && <PortalCard skippedVerification={user.skippedVerification} />}
        </div>
      </div>
      <div className="pf">
        <div className="stack">
          <ContactCard user={user} />
          <ConsentsCard />
        </div>
        <div className="stack">
          {user.impersonation ? (
            <OwnerOnlyNote />
          ) : (
            <>
              <AuthenticatorCard on={user.totpEnabled} />
              <SessionsCard />
            </>
          )}
          <AccessLogCard />
          {!user.impersonation && <DataCard user={user} />}
        </div>
      </div>
      <LegalLinks />
    </div>
  )
}
