import { useState } from 'react'
import { fieldErrors, onlyErrors } from '#features/identity/web/form-checks.ts'
import { usePermission, useUser } from '#features/identity/web/session.ts'
import { LegalParagraph, LegalSection, StatementText } from '#features/legal/web/LegalText.tsx'
import { showDay, showInstant } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import type { Call } from '#web/call.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Field, FieldError } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pending } from '#web/ui/Pending.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Agreement } from '../contract.ts'
import * as styles from './agreement.module.css'
import { SignedPapers } from './SignedPapers.tsx'

/** Reading, signing and canceling the agreement on services: the statement first, separately, then the contract. */
export const AgreementScreen = () => {
  const agreement = useApiQuery(client.agreement.read)
  if (agreement.data === undefined) return <Pending queries={[agreement]} />
  const { next, texts, papers, state } = agreement.data
  return (
    <div className={styles.screen}>
      <StatusSummary agreement={agreement.data} />
      {next === 'disclosure' && texts && <SignDisclosure text={texts.disclosure} />}
      {next === 'contract' && texts && <SignContract text={texts.contract} />}
      {papers.length > 0 && <SignedPapers papers={papers} />}
      {texts === null && state === 'none' && (
        <div className={cardStyles.card}>
          <EmptyState icon="check" title="There is no agreement to sign" />
        </div>
      )}
    </div>
  )
}

type Texts = NonNullable<Agreement['texts']>

/** What is signed, and until when it can be canceled. */
const StatusSummary = ({ agreement }: { agreement: Agreement }) => {
  const { state, changed, cancelUntil, cancelDay, cancelledAt } = agreement
  if (state === 'cancelled' && cancelledAt !== null)
    return (
      <Note tone="green" role="status" title="Your agreement is cancelled">
        You cancelled it on {showDay(cancelledAt, browserTimeZone)}, without penalty or obligation. We do
        nothing more under it. If you change your mind, you can sign a new one below.
      </Note>
    )
  if (state === 'in_force')
    return (
      <Note tone="green" title="Your agreement is in force">
        {changed
          ? 'Its text has changed since. You can read and sign the new one below; until then the one that you signed stays.'
          : 'You signed it, and the days in which it could be cancelled without a reason have passed.'}
      </Note>
    )
  if (state !== 'cooling_off' || cancelUntil === null || cancelDay === null) return null
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="cancel">
      <h2 id="cancel">You can cancel until {showDay(cancelDay)}</h2>
      <p>
        You need no reason and pay nothing. The last moment is {showInstant(cancelUntil, browserTimeZone)}{' '}
        where you are now. Until then our staff do nothing for you and no letter is mailed.
      </p>
      <p className={textStyles.muted}>
        You can also mail or deliver the notice of cancellation below, signed and dated by you, by midnight of
        that day.
      </p>
      <Cancel />
    </section>
  )
}

/** Queries to read again after a signature or a cancellation. */
const changes = [client.agreement.read, client.identity.me]

const Cancel = () => {
  const barred = usePermission('never')
  const [asking, setAsking] = useState(false)
  const cancel = useApiMutation(client.agreement.cancel, {
    refreshes: changes,
    onDone: () => setAsking(false),
  })
  return (
    <>
      {cancel.error && <ErrorNote error={cancel.error} safe="Your agreement is not cancelled." />}
      {barred !== null && <p className={textStyles.muted}>{barred}</p>}
      <div>
        <Button disabled={barred !== null} onClick={() => setAsking(true)}>
          Cancel the agreement
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title="Cancel the agreement?"
          confirmLabel="Cancel the agreement"
          cancelLabel="Keep it"
          variant="danger"
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate(undefined, { onError: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          It ends immediately, without penalty or obligation. We confirm it by email.
        </ConfirmDialog>
      )}
    </>
  )
}

const SignDisclosure = ({ text }: { text: Texts['disclosure'] }) => (
  <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="disclosure">
    <header>
      <div>
        <h2 id="disclosure">{text.title}</h2>
        <p>Step 1 of 2. By law you read this before any contract.</p>
      </div>
    </header>
    <article className={styles.text}>
      <StatementText paragraphs={text.paragraphs} address={text.address} />
    </article>
    <SignForm
      call={client.agreement.signDisclosure}
      textHash={text.hash}
      sentence="I have read this statement and received it, and I sign it electronically"
      button="Sign the statement"
    />
  </section>
)

const SignContract = ({ text }: { text: Texts['contract'] }) => (
  <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="contract">
    <header>
      <div>
        <h2 id="contract">{text.title}</h2>
        <p>Step 2 of 2. Version of {showDay(text.version)}.</p>
      </div>
    </header>
    <article className={styles.text}>
      <LegalParagraph text={text.lead} />
      <p>
        <b>{text.operator.name}</b>
        <br />
        {text.operator.address.join(', ')}
      </p>
      {text.sections.map(section => (
        <LegalSection key={section.heading} section={section} />
      ))}
    </article>
    <p className={styles.cancellation}>
      <b>{text.cancellation}</b>
    </p>
    <SignForm
      call={client.agreement.signContract}
      textHash={text.hash}
      sentence="I have read this contract and sign it electronically"
      button="Sign the contract"
    />
  </section>
)

type SignFormProps = {
  call: Call<{ textHash: string; signature: string; agreed: true }, Agreement>
  textHash: string
  sentence: string
  button: string
}

/** The typed name and the checkbox that make a signature; only the client can submit them. */
const SignForm = ({ call, textHash, sentence, button }: SignFormProps) => {
  const { firstName, lastName } = useUser()
  const barred = usePermission('never')
  const sign = useApiMutation(call, { refreshes: changes, onDone: () => scrollTo({ top: 0 }) })
  const refused = fieldErrors(sign.error)
  const form = useForm(
    ({ signature = '', agreed }) =>
      onlyErrors({
        signature: signature.trim() === '' && 'Type your name',
        agreed: agreed === undefined && 'Confirm that you have read it and sign it',
      }),
    ({ signature = '' }) => sign.mutate({ textHash, signature, agreed: true }),
    refused,
  )
  if (barred !== null) return <p className={textStyles.muted}>{barred}</p>
  return (
    <form className={`${layoutStyles.stackSmall} ${styles.form}`} {...form.formProps}>
      {sign.error && Object.keys(refused).length === 0 && (
        <ErrorNote error={sign.error} safe="Nothing was signed." />
      )}
      <Field
        name="signature"
        label="Your signature"
        hint={`Type your name: ${firstName} ${lastName}`}
        error={form.errors['signature']}
        autoComplete="name"
        maxLength={100}
      />
      {form.errors['agreed'] !== undefined && <FieldError id="agreed-error" text={form.errors['agreed']} />}
      <Choice
        type="checkbox"
        id="agreed"
        name="agreed"
        title={sentence}
        aria-invalid={form.errors['agreed'] === undefined ? undefined : true}
        aria-describedby={form.errors['agreed'] === undefined ? undefined : 'agreed-error'}
      />
      <div>
        <Button type="submit" variant="primary" busy={sign.isPending} busyText="Signing...">
          {button}
        </Button>
      </div>
    </form>
  )
}
