import { useState } from 'react'
import type { EndpointReply } from '#api/endpoint.ts'
import type { ConsentText } from '#features/identity/contract.ts'
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
import { AgreeDialog } from './AgreeDialog.tsx'
import * as accountStyles from './account.module.css'
import { Loaded, ProfileCard } from './ProfileCard.tsx'

type Consent = EndpointReply<typeof account.consents>['data'][number] & { text: ConsentText }

/** The user's consents: each text with its date, and buttons to withdraw or agree. */
export const ConsentsCard = () => {
  const query = useApiQuery(client.account.consents)
  const texts = useApiQuery(client.identity.consentTexts)
  const barred = usePermission('never') !== null
  return (
    <ProfileCard id="consents" title="Permissions">
      {barred && <p className={textStyles.muted}>Only the client can agree or withdraw.</p>}
      <Loaded query={texts} what="your permissions" heading="consents">
        {({ data: all }) => (
          <Loaded query={query} what="your permissions" heading="consents">
            {({ data }) => (
              <ul className={accountStyles.list}>
                {data.map(consent => {
                  const text = all.find(({ kind }) => kind === consent.kind)
                  return (
                    text && <ConsentLine key={consent.kind} consent={{ ...consent, text }} barred={barred} />
                  )
                })}
              </ul>
            )}
          </Loaded>
        )}
      </Loaded>
    </ProfileCard>
  )
}

const ConsentLine = ({ consent, barred }: { consent: Consent; barred: boolean }) => {
  const { title, text, scope, withdrawing, version } = consent.text
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
          {!consent.current && (
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

/** A missing consent may have been withdrawn or never given; either way its date is the day of that answer. */
const whenOf = ({ given, at, version }: Consent): string => {
  if (at === null) return 'You have not answered yet.'
  return `${given ? 'Agreed' : 'Answered no'} on ${showDay(at, browserTimeZone)}, version ${showDay(version)}.`
}

/**
 * Withdraws a consent or gives it, also to a text that has changed since; the dialog first explains the effect. The terms
 * can be withdrawn only by deleting the account, so there is no button for them here.
 */
const ConsentChoice = ({ consent: { kind, given, current, text: words } }: { consent: Consent }) => {
  const { title, withdrawing } = words
  const [asking, setAsking] = useState<'agree' | 'withdraw' | null>(null)
  const [saved, setSaved] = useState(false)
  const withdraw = useApiMutation(client.account.setConsent, {
    refreshes: [client.account.consents, client.identity.me],
    onDone: () => {
      setAsking(null)
      setSaved(true)
    },
  })
  const ask = (what: 'agree' | 'withdraw') => {
    withdraw.reset()
    setSaved(false)
    setAsking(what)
  }
  return (
    <div className={accountStyles.choice}>
      {given && kind !== 'terms' && (
        <Button size="small" onClick={() => ask('withdraw')} aria-label={`Withdraw: ${title}`}>
          Withdraw
        </Button>
      )}
      {!(given && current) && (
        <Button size="small" onClick={() => ask('agree')} aria-label={`Read and agree: ${title}`}>
          Read and agree
        </Button>
      )}
      {saved && (
        <p className={accountStyles.saved} role="status">
          {given ? 'You agreed.' : 'You withdrew it.'}
        </p>
      )}
      {asking === 'agree' && (
        <AgreeDialog words={words} onAgreed={() => setSaved(true)} onClose={() => setAsking(null)} />
      )}
      {asking === 'withdraw' && (
        <ConfirmDialog
          title={`Withdraw “${title}”?`}
          confirmLabel="Withdraw"
          busy={withdraw.isPending}
          onConfirm={() => withdraw.mutate({ kind, given: false })}
          onClose={() => setAsking(null)}
        >
          <div className={layoutStyles.stackSmall}>
            <p className={textStyles.muted}>{withdrawing}</p>
            {withdraw.error && <ErrorNote error={withdraw.error} safe="It was not withdrawn." />}
          </div>
        </ConfirmDialog>
      )}
    </div>
  )
}
