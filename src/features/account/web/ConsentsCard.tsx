import { useState } from 'react'
import type { EndpointReply } from '#api/endpoint.ts'
import { consentTexts } from '#features/identity/consent-texts.ts'
import { usePermission } from '#features/identity/web/session.ts'
import { showDay } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { account } from '../contract.ts'
import * as accountStyles from './account.module.css'
import { Loaded, ProfileCard } from './ProfileCard.tsx'

type Consent = EndpointReply<typeof account.consents>['data'][number]

/** What the person agreed to: each text with its date, and the way to withdraw it or to agree. */
export const ConsentsCard = () => {
  const asked = useApiQuery(client.account.consents)
  const barred = usePermission('never') !== null
  return (
    <ProfileCard id="consents" title="Permissions">
      {barred && <p className={textStyles.muted}>Only the client can agree or withdraw.</p>}
      <Loaded asked={asked} what="your permissions" heading="consents">
        {({ data }) => (
          <ul className={accountStyles.list}>
            {data.map(consent => (
              <ConsentLine key={consent.kind} consent={consent} barred={barred} />
            ))}
          </ul>
        )}
      </Loaded>
    </ProfileCard>
  )
}

const ConsentLine = ({ consent, barred }: { consent: Consent; barred: boolean }) => {
  const { title, text, scope, withdrawing, version } = consentTexts[consent.kind]
  return (
    <li className={accountStyles.part}>
      <div className={accountStyles.line}>
        <div>
          <p className={`${layoutStyles.row} ${accountStyles.value}`}>
            <b>{title}</b>
            {consent.given ? (
              <Pill tone="green" icon="check">
                Agreed
              </Pill>
            ) : (
              <Pill>Not agreed</Pill>
            )}
          </p>
          <p className={`${textStyles.muted} ${accountStyles.small} ${textStyles.number}`}>
            {whenOf(consent)}
          </p>
        </div>
        {!barred && <ConsentChoice consent={consent} />}
      </div>
      <Disclosure summary="Read">
        <div className={layoutStyles.stackSmall}>
          {consent.version !== version && (
            <p className={`${textStyles.muted} ${accountStyles.small}`}>
              The text has changed since. This is version {showDay(version)}; you answered version{' '}
              {showDay(consent.version)}.
            </p>
          )}
          <p>{text}</p>
          <p className={`${textStyles.muted} ${accountStyles.small}`}>{scope}</p>
          <p className={`${textStyles.muted} ${accountStyles.small}`}>If you withdraw: {withdrawing}</p>
        </div>
      </Disclosure>
    </li>
  )
}

/** Of one not given it is not known whether it was withdrawn or never given; both are an answer of that day. */
const whenOf = ({ given, at, version }: Consent): string => {
  if (at === null) return 'You have not answered yet.'
  return `${given ? 'Agreed' : 'Answered no'} on ${showDay(at, browserTimeZone)}, version ${showDay(version)}.`
}

/**
 * Withdraws a consent or gives it; both say first what that does. The terms are ended by deleting the account, so they
 * have no way to be withdrawn here.
 */
const ConsentChoice = ({ consent: { kind, given } }: { consent: Consent }) => {
  const { title, text, scope, withdrawing } = consentTexts[kind]
  const [asking, setAsking] = useState(false)
  const choose = useApiMutation(client.account.setConsent, {
    refreshes: [client.account.consents, client.identity.me],
    onDone: () => setAsking(false),
  })
  const ask = () => {
    choose.reset()
    setAsking(true)
  }
  const safe = given ? 'It was not withdrawn.' : 'You have not agreed.'
  return (
    <div className={accountStyles.choice}>
      {given && kind === 'terms' ? null : (
        <Button size="small" onClick={ask} aria-label={`${given ? 'Withdraw' : 'Read and agree'}: ${title}`}>
          {given ? 'Withdraw' : 'Read and agree'}
        </Button>
      )}
      {choose.isSuccess && (
        <p className={accountStyles.saved} role="status">
          {given ? 'You agreed.' : 'You withdrew it.'}
        </p>
      )}
      {asking && (
        <ConfirmDialog
          title={given ? `Withdraw “${title}”?` : title}
          confirmLabel={given ? 'Withdraw' : 'I agree'}
          busy={choose.isPending}
          onConfirm={() => choose.mutate({ kind, given: !given })}
          onClose={() => setAsking(false)}
        >
          <div className={layoutStyles.stackSmall}>
            {given ? (
              <p className={textStyles.muted}>{withdrawing}</p>
            ) : (
              <>
                <p>{text}</p>
                <p className={textStyles.muted}>{scope}</p>
              </>
            )}
            {choose.error && <ErrorNote error={choose.error} safe={safe} />}
          </div>
        </ConfirmDialog>
      )}
    </div>
  )
}
