import type { UserInfo } from '#features/identity/contract.ts'
import { showDate, showDay } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { Pill } from '#web/ui/Pill.tsx'

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
export const PersonalCard = ({ user }: { user: UserInfo }) => (
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
