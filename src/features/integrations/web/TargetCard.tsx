import { useState } from 'react'
import * as staffStyles from '#features/staff/web/staff.module.css'
import { showInstant } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { CursorPages, useCursorPages } from '#web/ui/CursorPages.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import type { EventDelivery, WebhookTarget } from '../contract.ts'
import { ShownOnce } from './ShownOnce.tsx'

const PAGE = 25

const whyOff = {
  manager: 'A manager switched it off.',
  failing: 'It accepted no event for days, so it was switched off.',
  gone: 'It answered that it wants no more events, so it was switched off.',
} as const satisfies Record<NonNullable<WebhookTarget['offBecause']>, string>

const showAt = (instant: string) => showInstant(instant, browserTimeZone)

/** One target with its switch, its secret and its log. */
export const TargetCard = ({ target, changes }: { target: WebhookTarget; changes: boolean }) => {
  const { id, url, events, enabled, offBecause, failingSince, earlierSecretUntil } = target
  const { host } = new URL(url)
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby={`target-${id}`}>
      <div className={layoutStyles.row}>
        <h3 id={`target-${id}`} className={staffStyles.link}>
          {url}
        </h3>
        <Pill tone={enabled ? 'green' : 'grey'} icon={enabled ? 'check' : 'lock'}>
          {enabled ? 'On' : 'Off'}
        </Pill>
      </div>
      <p className={textStyles.muted}>{events.join(', ')}</p>
      {offBecause !== null && (
        <Note tone={offBecause === 'manager' ? 'sand' : 'red'}>
          {whyOff[offBecause]} Events that happen while it is off are not sent later.
        </Note>
      )}
      {enabled && failingSince !== null && (
        <Note tone="amber">Every attempt has failed since {showAt(failingSince)}.</Note>
      )}
      {earlierSecretUntil !== null && (
        <p className={textStyles.muted}>
          Events are also signed with the previous secret until {showAt(earlierSecretUntil)}.
        </p>
      )}
      {changes && <TargetActions target={target} host={host} />}
      <Log targetId={id} host={host} changes={changes && enabled} />
    </section>
  )
}

const TargetActions = ({
  target: { id: targetId, enabled },
  host,
}: {
  target: WebhookTarget
  host: string
}) => {
  const refreshes = [client.integrations.targets, client.integrations.deliveries]
  const change = useApiMutation(client.integrations.changeTarget, { refreshes })
  const test = useApiMutation(client.integrations.sendTest, { refreshes })
  const rotate = useApiMutation(client.integrations.rotateSecret, { refreshes })
  const remove = useApiMutation(client.integrations.removeTarget, { refreshes })
  const [asking, setAsking] = useState<'secret' | 'remove' | null>(null)
  const place = useFocusFallback('targets')
  const failed = change.error ?? test.error
  return (
    <div ref={place} className={layoutStyles.stackSmall}>
      <div className={layoutStyles.row}>
        <Button
          size="small"
          aria-label={`${enabled ? 'Switch off' : 'Switch on'} ${host}`}
          busy={change.isPending}
          onClick={() => change.mutate({ targetId, enabled: !enabled })}
        >
          {enabled ? 'Switch off' : 'Switch on'}
        </Button>
        <Button
          size="small"
          aria-label={`Send a test event to ${host}`}
          disabled={!enabled}
          busy={test.isPending}
          busyText="Sending..."
          onClick={() => test.mutate({ targetId })}
        >
          Send a test event
        </Button>
        <Button size="small" aria-label={`New secret for ${host}`} onClick={() => setAsking('secret')}>
          New secret
        </Button>
        <Button size="small" aria-label={`Remove ${host}`} onClick={() => setAsking('remove')}>
          Remove
        </Button>
      </div>
      {failed && <ErrorNote error={failed} />}
      {test.data && (
        <Note tone={test.data.state === 'delivered' ? 'green' : 'red'} role="status">
          {test.data.state === 'delivered'
            ? 'The test event was accepted.'
            : `The test event was not accepted: ${describeLast(test.data)}.`}
        </Note>
      )}
      {rotate.data && (
        <ShownOnce
          title="The new signing secret, shown only now"
          text={rotate.data.secret}
          about="the new secret"
        >
          Put it into the system at {host} within 24 hours. Until then events are signed with both.
        </ShownOnce>
      )}
      {asking === 'secret' && (
        <ConfirmDialog
          title={`Create a new secret for ${host}?`}
          confirmLabel="Create a new secret"
          busy={rotate.isPending}
          onConfirm={() => rotate.mutate({ targetId }, { onSuccess: () => setAsking(null) })}
          onClose={() => setAsking(null)}
        >
          <p className={textStyles.muted}>Events are also signed with the old one for another 24 hours.</p>
          {rotate.error && <ErrorNote error={rotate.error} safe="The secret was not changed." />}
        </ConfirmDialog>
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title={`Remove ${host}?`}
          confirmLabel="Remove"
          variant="danger"
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ targetId })}
          onClose={() => setAsking(null)}
        >
          <p className={textStyles.muted}>
            Its log and its secret are deleted. Nothing is sent there any more.
          </p>
          {remove.error && <ErrorNote error={remove.error} safe="Nothing was removed." />}
        </ConfirmDialog>
      )}
    </div>
  )
}

const results = {
  private_address: 'its address is private',
  not_found: 'its name was not found',
  unreachable: 'it could not be reached',
  no_answer: 'it did not answer in time',
} as const

const describeAttempt = ({ result, status }: EventDelivery['attempts'][number]): string =>
  result === 'status' ? `answer ${status}` : results[result]

const describeLast = ({ attempts }: EventDelivery): string => {
  const last = attempts.at(-1)
  return last === undefined ? 'not tried yet' : describeAttempt(last)
}

const states = {
  pending: { tone: 'amber', icon: 'clock', word: 'Waiting' },
  delivered: { tone: 'green', icon: 'check', word: 'Delivered' },
  failed: { tone: 'red', icon: 'warn', word: 'Failed' },
} as const satisfies Record<EventDelivery['state'], object>

const Log = ({ targetId, host, changes }: { targetId: string; host: string; changes: boolean }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Disclosure
      summary={`Log of ${host}`}
      open={isOpen}
      onToggle={event => setIsOpen(event.currentTarget.open)}
    >
      {isOpen && <Deliveries targetId={targetId} changes={changes} />}
    </Disclosure>
  )
}

const Deliveries = ({ targetId, changes }: { targetId: string; changes: boolean }) => {
  const { cursor: after, heading, turning } = useCursorPages<HTMLUListElement>()
  const { data, error, isPlaceholderData } = useApiQuery(
    client.integrations.deliveries,
    { targetId, limit: PAGE, ...(after === undefined ? {} : { after }) },
    { keepPrevious: true },
  )
  if (error !== null) return <ErrorNote error={error} />
  if (!data) return <Spinner />
  if (data.data.length === 0) return <p className={textStyles.muted}>Nothing was sent in the last 30 days.</p>
  const { next } = data
  return (
    <div className={layoutStyles.stackSmall}>
      <ul
        className={layoutStyles.stack}
        aria-label="Events, newest first"
        aria-busy={isPlaceholderData || undefined}
        tabIndex={-1}
        ref={heading}
      >
        {data.data.map(delivery => (
          <DeliveryItem key={delivery.id} targetId={targetId} delivery={delivery} changes={changes} />
        ))}
      </ul>
      <CursorPages
        what="the log"
        {...turning}
        next={next}
        busy={isPlaceholderData}
        className={layoutStyles.row}
      />
    </div>
  )
}

type DeliveryItemProps = { targetId: string; delivery: EventDelivery; changes: boolean }

const DeliveryItem = ({ targetId, delivery, changes }: DeliveryItemProps) => {
  const { id, eventId, type, state, attempts, nextAt, createdAt } = delivery
  const again = useApiMutation(client.integrations.sendAgain, {
    refreshes: [client.integrations.targets, client.integrations.deliveries],
  })
  const { tone, icon, word } = states[state]
  return (
    <li className={layoutStyles.stackSmall}>
      <div className={layoutStyles.row}>
        <b>{type}</b>
        <Pill tone={tone} icon={icon}>
          {word}
        </Pill>
        {changes && state !== 'pending' && (
          <Button
            size="small"
            aria-label={`Send ${type} of ${showAt(createdAt)} again`}
            busy={again.isPending}
            busyText="Sending..."
            onClick={() => again.mutate({ targetId, deliveryId: id })}
          >
            Send again
          </Button>
        )}
      </div>
      <small className={`${textStyles.muted} ${staffStyles.link}`}>
        {showAt(createdAt)}, {eventId}
      </small>
      {attempts.map((one, index) => (
        <small key={`${one.at} ${index}`}>
          Attempt {index + 1}, {showAt(one.at)}: {describeAttempt(one)}
        </small>
      ))}
      {nextAt !== null && <small>Next attempt: {showAt(nextAt)}</small>}
      {again.error && <ErrorNote error={again.error} />}
    </li>
  )
}
