import { useId, useState } from 'react'
import { fieldErrors, onlyErrors } from '#features/identity/web/form-checks.ts'
import { dayIn, showDay } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { AgreementState } from '../agreement-rules.ts'
import type { ClientAgreement } from '../contract.ts'

const words = {
  none: 'Not signed',
  disclosed: 'Contract not signed',
  cooling_off: 'May be cancelled',
  in_force: 'In force',
  cancelled: 'Cancelled',
} as const satisfies Record<AgreementState, string>

/** The state of a client's agreement, in lists of staff. */
export const AgreementPill = ({ state }: { state: AgreementState }) => (
  <Pill tone={state === 'in_force' ? 'green' : state === 'cancelled' ? 'red' : 'amber'}>
    Agreement: {words[state].toLowerCase()}
  </Pill>
)

const explain = ({ state, cancelDay, signedAt, cancelledAt, changed }: ClientAgreement): string => {
  const day = (instant: string | null) => (instant === null ? '' : showDay(instant, browserTimeZone))
  switch (state) {
    case 'none':
      return 'The client reads and signs it in their own account. Until then staff do nothing and no letter is mailed.'
    case 'disclosed':
      return 'The client signed the statement of credit file rights, and not yet the contract.'
    case 'cooling_off':
      return `Signed ${day(signedAt)}. Nothing is done before ${cancelDay === null ? '' : showDay(cancelDay)} is over.`
    case 'in_force':
      return `Signed ${day(signedAt)}.${changed ? ' Its text has changed since; the client is asked to sign the new one.' : ''}`
    case 'cancelled':
      return `Cancelled ${day(cancelledAt)}. Staff do nothing more, and no letter is mailed.`
  }
}

/** The agreement on the client's page; hidden if the operator requires none. */
export const ClientAgreementCard = ({ clientId }: { clientId: string }) => {
  const { data, error, isFetching, refetch } = useApiQuery(client.agreement.ofClient, { clientId })
  const [recording, setRecording] = useState(false)
  if (data === undefined ? error === null : !data.asked && data.state === 'none') return null
  const mayBeCancelled = data?.state === 'cooling_off' || data?.state === 'in_force'
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="agreement">
      <h2 className={textStyles.heading3} id="agreement">
        Agreement
      </h2>
      {error && <ErrorNote error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data && (
        <>
          <div>
            <AgreementPill state={data.state} />
          </div>
          <p>{explain(data)}</p>
        </>
      )}
      {mayBeCancelled && (
        <div>
          <Button size="small" onClick={() => setRecording(true)}>
            Record a cancellation on paper
          </Button>
        </div>
      )}
      {recording && <RecordCancellation clientId={clientId} onClose={() => setRecording(false)} />}
    </section>
  )
}

const RecordCancellation = ({ clientId, onClose }: { clientId: string; onClose: () => void }) => {
  const id = useId()
  const [today] = useState(() => dayIn(browserTimeZone, new Date()))
  const record = useApiMutation(client.agreement.cancelOnPaper, {
    refreshes: [client.agreement.ofClient, client.desk.work],
    onDone: onClose,
  })
  const refused = fieldErrors(record.error)
  const form = useForm(
    ({ sentOn = '' }) => onlyErrors({ sentOn: sentOn === '' && 'Enter the day' }),
    ({ sentOn = '' }) => record.mutate({ clientId, sentOn }),
    refused,
  )
  return (
    <ConfirmDialog
      title="Record a cancellation on paper"
      confirmLabel="Cancel the agreement"
      cancelLabel="Back"
      variant="danger"
      busy={record.isPending}
      form={id}
      onClose={onClose}
    >
      <form id={id} className={layoutStyles.stackSmall} {...form.formProps}>
        <p className={textStyles.muted}>
          The day on which the client mailed or delivered the notice counts, even if it arrives later. The
          agreement ends immediately, and the client is notified by email.
        </p>
        {record.error && Object.keys(refused).length === 0 && (
          <ErrorNote error={record.error} safe="Nothing was recorded." />
        )}
        <Field
          name="sentOn"
          type="date"
          label="Mailed or delivered on"
          max={today}
          error={form.errors['sentOn']}
        />
      </form>
    </ConfirmDialog>
  )
}
