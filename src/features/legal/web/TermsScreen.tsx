import { useUser } from '#features/identity/web/session.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Pending } from '#web/ui/Pending.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { LegalLinks } from './LegalLinks.tsx'

/**
 * Requests acceptance of the current terms in place of the sections: first, where the operator requires that, and again
 * after the terms changed. Profile stays accessible so that users can export their data or delete the account.
 */
export const TermsScreen = ({ onLater }: { onLater: () => void }) => {
  const { terms } = useUser()
  const texts = useApiQuery(client.identity.consentTexts)
  const accept = useApiMutation(client.account.setConsent, {
    refreshes: [client.account.consents, client.identity.me, client.credit.analytics],
  })
  const text = texts.data?.data.find(({ kind }) => kind === 'terms')
  if (texts.error || text === undefined) return <Pending queries={[texts]} />
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="terms">
      <header>
        <h2 id="terms">{terms === 'required' ? 'Please read our terms first' : 'Our terms have changed'}</h2>
      </header>
      <p>{text.text}</p>
      <p className={textStyles.muted}>{text.scope}</p>
      <p>
        <a href="/legal/terms" target="_blank" rel="noreferrer">
          Read the terms of use
        </a>{' '}
        in a new tab.{' '}
        {terms === 'required'
          ? 'Until you accept them we fetch no reports and mail no letters. In Profile you can download your data or delete your account.'
          : 'You can go on as before and accept them later, here or in Profile.'}
      </p>
      {accept.error && <ErrorNote error={accept.error} safe="You have not accepted the terms." />}
      <div className={layoutStyles.row}>
        <Button
          variant="primary"
          busy={accept.isPending}
          busyText="Saving..."
          onClick={() => accept.mutate({ kind: 'terms', given: true })}
        >
          I accept the terms
        </Button>
        {terms === 'changed' && <Button onClick={onLater}>Not now</Button>}
      </div>
      <LegalLinks />
    </section>
  )
}
