import type { UserInfo } from '#features/identity/contract.ts'
import { useUser } from '#features/identity/web/session.ts'
import { LegalLinks } from '#features/legal/web/LegalLinks.tsx'
import { showDate, showDay } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import * as descriptionListStyles from '#web/ui/DescriptionList.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { AccessLogCard } from './AccessLogCard.tsx'
import { AuthenticatorCard } from './AuthenticatorCard.tsx'
import * as accountStyles from './account.module.css'
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
    <div className={accountStyles.page}>
      <div className={accountStyles.columns}>
        <PersonalCard user={user} />
        <div className={layoutStyles.stack}>
          <PlanCard max={user.subscription} />
          <MaxPlanCard user={user} />
          {user.enrolled && <PortalCard skippedVerification={user.skippedVerification} />}
        </div>
      </div>
      <div className={accountStyles.columns}>
        <div className={layoutStyles.stack}>
          <ContactCard user={user} />
          <ConsentsCard />
        </div>
        <div className={layoutStyles.stack}>
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

/** A birth date as a person reads it: formatted when it has dashes, else as it came. */
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
  <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="personal">
    <header>
      <div className={layoutStyles.row}>
        <span className={accountStyles.avatar} aria-hidden="true">
          {initialsOf(user)}
        </span>
        <h2 id="personal">Personal Information</h2>
      </div>
    </header>
    <dl className={descriptionListStyles.list}>
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
        <dd className={textStyles.number}>{showPhone(user.phoneNumber)}</dd>
      </div>
      <div>
        <dt>Birth Date</dt>
        <dd className={textStyles.number}>{showBirthDate(user.birthDate)}</dd>
      </div>
      <div>
        <dt>Member Since</dt>
        <dd className={textStyles.number}>{showDay(user.createdAt, browserTimeZone)}</dd>
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
  <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="owners-alone">
    <h2 className={textStyles.heading3} id="owners-alone">
      Sign-in and data
    </h2>
    <p className={textStyles.muted}>
      Only the client can see where they are signed in, use the authenticator app, export the data or delete
      the account.
    </p>
  </section>
)
