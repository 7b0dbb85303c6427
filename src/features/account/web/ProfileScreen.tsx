import type { ReactNode } from 'react'
import { isConfirmedByStaff, sourceLabels } from '#features/identity/assurance.ts'
import type { UserInfo } from '#features/identity/contract.ts'
import { usePermission, useUser } from '#features/identity/web/session.ts'
import { TakeBackConfirmation } from '#features/verification/web/TakeBackConfirmation.tsx'
import { showDate, showDay } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { loadBelowTheFold, useBelowTheFold } from '#web/below-the-fold.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { isOffered } from '#web/capabilities.ts'
import { client } from '#web/client.ts'
import { lazyScreen } from '#web/lazy-loading.ts'
import { RestOfPage } from '#web/RestOfPage.tsx'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import * as descriptionListStyles from '#web/ui/DescriptionList.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import * as accountStyles from './account.module.css'
import { IdentityCard } from './IdentityCard.tsx'
import { MaxPlanCard, PlanCard } from './PlanCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { Support } from './Support.tsx'

const ProfileRest = lazyScreen(() => import('./ProfileRest.tsx'), 'ProfileRest')
/** Next to the long card about the identity, so that neither column has a gap. */
const ReachCards = lazyScreen(() => import('./ProfileRest.tsx'), 'ReachCards')

export const loadParts = async (): Promise<void> => {
  await Promise.all([ProfileRest, ReachCards].map(loadBelowTheFold))
}

/**
 * The Profile section: personal details, plan, contact, security and data. In each column, cards that load later are
 * below those that show immediately, so nothing shifts.
 */
export const ProfileScreen = ({ notices }: { notices: ReactNode }) => {
  const user = useUser()
  const belowTheFold = useBelowTheFold()
  return (
    <div className={accountStyles.page}>
      <div className={accountStyles.columns}>
        <div className={layoutStyles.stack}>
          <PersonalCard user={user} />
          {user.identity === null && <IdentityCard />}
          {user.impersonation && user.identity && isConfirmedByStaff(user.identity.source) && (
            <ProfileCard id="staff-confirmation" title="Confirmed by staff">
              <TakeBackConfirmation name={`${user.firstName} ${user.lastName}`} />
            </ProfileCard>
          )}
        </div>
        <div className={layoutStyles.stack}>
          <PlanCard max={user.subscription} />
          <MaxPlanCard user={user} />
          {user.enrolled && isOffered('portal') && (
            <PortalCard skippedVerification={user.skippedVerification} />
          )}
          {belowTheFold && user.identity === null && (
            <RestOfPage sharesFile>
              <ReachCards user={user} />
            </RestOfPage>
          )}
        </div>
      </div>
      {belowTheFold && (
        <RestOfPage>
          <ProfileRest user={user} notices={notices} />
        </RestOfPage>
      )}
    </div>
  )
}

/** Formats a birth date with dashes; shows any other unchanged. */
const showBirthDate = (birthDate: string | null): string =>
  (birthDate?.includes('-') ? showDate(birthDate) : birthDate) || 'N/A'

const initialsOf = ({ firstName, lastName }: UserInfo): string => firstName.slice(0, 1) + lastName.slice(0, 1)

/** An email address that may wrap before the @. */
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

/** The user's personal details. */
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
      <Row name="Name">
        {user.firstName} {user.lastName}
      </Row>
      <Row name="Email">
        <Email address={user.email} />
      </Row>
      <Row name="Phone">{showPhone(user.phoneNumber)}</Row>
      <Row name="Birth Date" numeric>
        {showBirthDate(user.birthDate)}
      </Row>
      <Row name="Member Since" numeric>
        {showDay(user.createdAt, browserTimeZone)}
      </Row>
      <Row name="Enrollment Status">
        {user.enrolled ? (
          <Pill tone="green" icon="check">
            Enrolled
          </Pill>
        ) : (
          <Pill>Not Enrolled</Pill>
        )}
      </Row>
      <Row name="Verification Status">
        {user.identity === null ? (
          <Pill icon="clock">Verification Skipped</Pill>
        ) : (
          <span className={`${layoutStyles.row} ${accountStyles.value}`}>
            <Pill tone="green" icon="check">
              Verified
            </Pill>
            <small className={textStyles.muted}>
              {sourceLabels[user.identity.source]}, {showDay(user.identity.confirmedAt, browserTimeZone)}
            </small>
          </span>
        )}
      </Row>
    </dl>
  </section>
)

type RowProps = { name: string; numeric?: boolean; children: ReactNode }

const Row = ({ name, numeric = false, children }: RowProps) => (
  <div>
    <dt>{name}</dt>
    <dd className={numeric ? textStyles.number : undefined}>{children}</dd>
  </div>
)

/**
 * The partner's site with the reports behind the scores, for enrolled users. A failure to create the link is not shown;
 * the button is enabled again.
 */
const PortalCard = ({ skippedVerification }: { skippedVerification: boolean }) => {
  const barred = usePermission('never')
  const link = useApiMutation(client.account.portalLink)
  const open = () => {
    // Browsers let a page open a tab only while handling the click, so it is opened before the link is known.
    const tab = window.open('about:blank', '_blank')
    if (tab) tab.opener = null
    link.mutate(undefined, {
      onSuccess: ({ link: address }) => {
        if (tab) tab.location.replace(address)
        else window.open(address, '_blank', 'noopener')
      },
      onError: () => tab?.close(),
    })
  }
  return (
    <ProfileCard id="portal" title="Credit Monitoring Portal">
      <p className={textStyles.muted}>See the reports behind your scores on our partner's site.</p>
      {skippedVerification && (
        <Note tone="sand" icon="shield" title="Verification Required">
          <p>
            Complete your identity verification to open the portal, under{' '}
            <a href="#identity">Confirm your identity</a>. <Support />
          </p>
        </Note>
      )}
      {barred !== null && <p className={textStyles.muted}>{barred}</p>}
      {link.data?.message && (
        <Note tone="plain" role="status">
          {link.data.message}
        </Note>
      )}
      <div>
        <Button
          icon="ext"
          iconAtEnd
          disabled={skippedVerification || barred !== null}
          busy={link.isPending}
          busyText="Generating..."
          onClick={open}
        >
          Open Portal
        </Button>
      </div>
    </ProfileCard>
  )
}
