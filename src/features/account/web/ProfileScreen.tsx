import './account.css'
import type { UserInfo } from '#features/identity/contract.ts'
import { LegalLinks } from '#features/legal/web/LawLinks.tsx'
import { showDate, showDay } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { useUser } from '#web/session.ts'
import { Pill } from '#web/ui/Pill.tsx'
import { AccessLogCard } from './AccessLogCard.tsx'
import { AuthenticatorCard } from './AuthenticatorCard.tsx'
import { ConsentsCard } from './ConsentsCard.tsx'
import { ContactCard } from './ContactCard.tsx'
import { DataCard } from './DataCard.tsx'
import { MaxPlanCard, PlanCard } from './PlanCard.tsx'
import { PortalCard } from './PortalCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'

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

/** A birth date as a person reads it (specification section 3): formatted when it has dashes, else as it came. */
const showBirthDate = (birthDate: string | null): string =>
  (birthDate?.includes('-') ? showDate(birthDate) : birthDate) || 'N/A'

const initialsOf = ({ firstName, lastName }: UserInfo): string => firstName.slice(0, 1) + lastName.slice(0, 1)

/** May break before the @. */
const Email = ({ address }: { address: string }) => {
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

/** What Fairfile knows of the person. */
const PersonalCard = ({ user }: { user: UserInfo }) => (
  <section className="card stack" aria-labelledby="personal">
    <header>
      <div className="row">
        <span className="ava" aria-hidden="true">
          {initialsOf(user)}
        </span>
        <h2 id="personal">Personal Information</h2>
      </div>
    </header>
    <dl className="dl">
      <div>
        <dt>Name</dt>
        <dd>
          {user.firstName} {user.lastName}
        </dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>
          <Email address={user.email} />
        </dd>
      </div>
      <div>
        <dt>Phone</dt>
        <dd className="num">{showPhone(user.phoneNumber)}</dd>
      </div>
      <div>
        <dt>Birth Date</dt>
        <dd className="num">{showBirthDate(user.birthDate)}</dd>
      </div>
      <div>
        <dt>Member Since</dt>
        <dd className="num">{showDay(user.createdAt, browserTimeZone)}</dd>
      </div>
      <div>
        <dt>Enrollment Status</dt>
        <dd>
          {user.enrolled ? (
            <Pill tone="green" icon="check">
              Enrolled
            </Pill>
          ) : (
            <Pill>Not Enrolled</Pill>
          )}
        </dd>
      </div>
      <div>
        <dt>Verification Status</dt>
        <dd>
          {user.skippedVerification ? (
            <Pill icon="clock">Verification Skipped</Pill>
          ) : (
            <Pill tone="green" icon="check">
              Verified
            </Pill>
          )}
        </dd>
      </div>
    </dl>
  </section>
)

/** In the place of what nobody but the owner may see, while a manager has the account open. */
const OwnerOnlyNote = () => (
  <section className="card stack-s" aria-labelledby="owners-alone">
    <h2 className="h3" id="owners-alone">
      Sign-in and data
    </h2>
    <p className="muted">
      Only the client can see where they are signed in, use the authenticator app, export the data or delete
      the account.
    </p>
  </section>
)
