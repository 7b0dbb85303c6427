import { useState } from 'react'
import { outgoingEventLabel, outgoingEventTypes } from '#api/outgoing-events.ts'
import { splitFormError } from '#features/identity/web/form-checks.ts'
import { StepHeading } from '#features/staff/web/ManagerPage.tsx'
import { mayChangeStaff, mayReadStaff } from '#features/staff/web/roles.ts'
import { StaffOnly, StaffPage } from '#features/staff/web/StaffPage.tsx'
import * as staffStyles from '#features/staff/web/staff.module.css'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice, ChoiceGroup } from '#web/ui/Choice.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Pending } from '#web/ui/Pending.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { AddKey, ApiKeys } from './ApiKeys.tsx'
import { ShownOnce } from './ShownOnce.tsx'
import { TargetCard } from './TargetCard.tsx'

/** The operator's own systems: where events are sent, and their API keys. Admins change it, auditors read it. */
export const IntegrationsScreen = () => (
  <StaffOnly title="Integrations">
    <Integrations />
  </StaffOnly>
)

const Integrations = () => {
  const me = useApiQuery(client.staff.me)
  const { data: manager } = me
  const reads = manager !== undefined && mayReadStaff(manager.role)
  const changes = manager !== undefined && mayChangeStaff(manager.role)
  return (
    <StaffPage
      me={me}
      list={
        reads && (
          <>
            <Targets changes={changes} />
            <ApiKeys changes={changes} />
          </>
        )
      }
    >
      <StepHeading>Integrations</StepHeading>
      <Pending queries={[me]} />
      {manager !== undefined && (
        <p className={textStyles.muted}>
          {reads
            ? 'Signed webhooks tell your own systems what happened, with ids and times but no personal details. With an API key they can ask for more.'
            : 'Admins and auditors see webhooks and API keys.'}
        </p>
      )}
      {changes && <AddTarget />}
      {changes && <AddKey />}
    </StaffPage>
  )
}

const Targets = ({ changes }: { changes: boolean }) => {
  const page = useApiQuery(client.integrations.targets)
  const { data, error } = page
  if (error !== null || !data) return <Pending queries={[page]} />
  return (
    <div className={staffStyles.wide}>
      <h2 id="targets" tabIndex={-1}>
        Webhook targets ({data.data.length})
      </h2>
      {data.data.length === 0 && (
        <p className={`${cardStyles.card} ${textStyles.muted}`}>No events are sent anywhere yet.</p>
      )}
      {data.data.map(target => (
        <TargetCard key={target.id} target={target} changes={changes} />
      ))}
    </div>
  )
}

const AddTarget = () => {
  const [added, setAdded] = useState<{ secret: string; url: string } | null>(null)
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="add-target">
      <h2 id="add-target">Add a webhook target</h2>
      {added !== null && (
        <ShownOnce title="The signing secret, shown only now" text={added.secret} about="the signing secret">
          Keep it in the system at {new URL(added.url).host}, which checks signatures with it.
        </ShownOnce>
      )}
      <TargetForm key={added?.secret ?? ''} onAdded={setAdded} />
    </section>
  )
}

const names = { url: 'Address', events: 'Events' }

const TargetForm = ({ onAdded }: { onAdded: (added: { secret: string; url: string }) => void }) => {
  const [events, setEvents] = useState<readonly (typeof outgoingEventTypes)[number][]>(outgoingEventTypes)
  const add = useApiMutation(client.integrations.addTarget, {
    refreshes: [client.integrations.targets],
    onDone: ({ secret, target }) => onAdded({ secret, url: target.url }),
  })
  const { refused, otherError } = splitFormError(add.error)
  const form = useForm(
    ({ url = '' }) => ({
      ...(/^https:\/\/\S+$/.test(url.trim()) ? {} : { url: 'Enter an address that begins with https://' }),
      ...(events.length > 0 ? {} : { events: 'Choose at least one event' }),
    }),
    ({ url = '' }) => add.mutate({ url: url.trim(), events: [...events] }),
    refused,
  )
  return (
    <form {...form.formProps}>
      {otherError && <ErrorNote error={otherError} safe="No target was added." />}
      <ErrorSummary errors={form.errors} labels={names} summaryRef={form.summary} />
      <Field
        name="url"
        label="Address"
        hint="https, on a public address"
        error={form.errors.url}
        inputMode="url"
        autoComplete="off"
        required
      />
      <ChoiceGroup name="events" id="events" tabIndex={-1} legend="Events" error={form.errors.events}>
        {outgoingEventTypes.map(type => (
          <Choice
            key={type}
            type="checkbox"
            title={outgoingEventLabel(type)}
            hint={type}
            checked={events.includes(type)}
            onChange={() =>
              setEvents(events.includes(type) ? events.filter(one => one !== type) : [...events, type])
            }
          />
        ))}
      </ChoiceGroup>
      <Button type="submit" variant="primary" size="big" block busy={add.isPending} busyText="Adding...">
        Add the target
      </Button>
    </form>
  )
}
