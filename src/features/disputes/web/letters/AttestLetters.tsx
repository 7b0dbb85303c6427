import { useState } from 'react'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { usePermission } from '#web/impersonation.ts'
import { Button } from '#web/ui/Button.tsx'
import cardStyles from '#web/ui/Card.module.css'
import layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import textStyles from '#web/ui/text.module.css'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import { notAttested } from '../wizard/wizard-steps.ts'
import { AttestChoice } from './AttestChoice.tsx'

/** The person's own word for letters that staff made; nobody else can give it. */
export const AttestLetters = ({ disputeId }: { disputeId: string }) => {
  const barred = usePermission('never')
  const place = useFocusFallback()
  const [attested, setAttested] = useState(false)
  const [missed, setMissed] = useState(false)
  const { mutate, isPending, error } = useApiMutation(client.disputes.attest, {
    refreshes: [client.disputes.one, client.disputes.list],
  })
  const confirm = () => {
    setMissed(!attested)
    if (attested) mutate({ disputeId, attested })
  }
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="attest" ref={place}>
      <h3 id="attest">Confirm these letters</h3>
      {barred === null ? (
        <>
          <p className={textStyles.muted}>
            Read each letter first. If anything in it is not true, do not confirm it.
          </p>
          <AttestChoice
            id="attested"
            attested={attested}
            sentence={missed ? notAttested.text : null}
            onAttest={on => {
              setAttested(on)
              setMissed(false)
            }}
          />
          {error !== null && <ErrorNote error={error} safe="The letters are not confirmed." />}
          <div>
            <Button variant="primary" busy={isPending} busyText="Confirming..." onClick={confirm}>
              Confirm the letters
            </Button>
          </div>
        </>
      ) : (
        <p className={textStyles.muted}>{barred}</p>
      )}
    </section>
  )
}
