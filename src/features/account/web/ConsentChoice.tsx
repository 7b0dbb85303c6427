import { useState } from 'react'
import { consentTexts } from '#features/identity/consent-texts.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import type { Consent } from './ConsentsCard.tsx'

/**
 * Withdraws a consent or gives it; both say first what that does. The terms are ended by deleting the account, so they
 * have no way to be withdrawn here.
 */
export const ConsentChoice = ({ consent: { kind, given } }: { consent: Consent }) => {
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
    <div className="pf-choice">
      {given && kind === 'terms' ? null : (
        <Button size="small" onClick={ask} aria-label={`${given ? 'Withdraw' : 'Read and agree'}: ${title}`}>
          {given ? 'Withdraw' : 'Read and agree'}
        </Button>
      )}
      {choose.isSuccess && (
        <p className="pf-said" role="status">
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
          <div className="stack-s">
            {given ? (
              <p className="muted">{withdrawing}</p>
            ) : (
              <>
                <p>{text}</p>
                <p className="muted">{scope}</p>
              </>
            )}
            {choose.error && <ErrorNote error={choose.error} safe={safe} />}
          </div>
        </ConfirmDialog>
      )}
    </div>
  )
}
