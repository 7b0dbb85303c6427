import { Link, useParams } from '@tanstack/react-router'
import { showDay, showInstant } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import { serviceName } from '#web/service-name.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import * as descriptionListStyles from '#web/ui/DescriptionList.module.css'
import { downloadBlob } from '#web/ui/download-blob.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pending } from '#web/ui/Pending.tsx'
import * as timelineStyles from '#web/ui/Timeline.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { SandboxLetter } from '../contract.ts'
import * as sandboxStyles from './sandbox.module.css'

const lookEveryMs = 3_000

/** A letter in the sandbox's post office: its status, its pages, and buttons to move it. */
export const SandboxLetterScreen = () => {
  useDocumentTitle('Sandbox letter')
  const { letterId = '' } = useParams({ strict: false })
  return (
    <div className={sandboxStyles.outbox}>
      <main id="main" tabIndex={-1} className={layoutStyles.stack}>
        <Link className={layoutStyles.backLink} to="/sandbox">
          <Icon name="left" small />
          Sandbox outbox
        </Link>
        <h1>Sandbox letter</h1>
        <Note tone="sand">This letter exists on this machine only. Nobody prints or mails it.</Note>
        <LookedFor letterId={letterId} />
      </main>
    </div>
  )
}

const LookedFor = ({ letterId }: { letterId: string }) => {
  const page = useApiQuery(
    client.sandbox.letter,
    { letterId },
    { staleTime: 0, refetchInterval: () => lookEveryMs },
  )
  const { data, error } = page
  if (data) return <OneLetter letter={data} />
  if (error?.status === 404)
    return (
      <div className={cardStyles.card}>
        <EmptyState icon="lock" title="This letter cannot be opened here">
          Letters open only on the machine that runs {serviceName}, while its post office is a sandbox.
        </EmptyState>
      </div>
    )
  return <Pending queries={[page]} />
}

/** `processed_for_delivery` as words. */
const wordsOf = (event: string): string => {
  const words = event.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const OneLetter = ({ letter }: { letter: SandboxLetter }) => {
  const { providerId, to, from, certified, returnReceipt, trackingNumber, expectedDelivery, events, moves } =
    letter
  const pdf = useApiMutation(client.sandbox.letterPdf, {
    onDone: blob => downloadBlob(blob, `${providerId}.pdf`),
  })
  const move = useApiMutation(client.sandbox.moveLetter, {
    refreshes: [client.sandbox.letter, client.sandbox.outbox],
  })
  const moving = move.isPending ? move.variables.event : null
  return (
    <div className={layoutStyles.stack}>
      <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-label="The letter">
        <dl className={descriptionListStyles.list}>
          <div>
            <dt>To</dt>
            <dd>{to.join(', ')}</dd>
          </div>
          <div>
            <dt>From</dt>
            <dd>{from.join(', ')}</dd>
          </div>
          <div>
            <dt>Mail</dt>
            <dd>
              {certified ? 'Certified' : 'First class'}
              {returnReceipt && ' with return receipt'}
              {trackingNumber !== null && `, ${trackingNumber}`}
            </dd>
          </div>
          <div>
            <dt>Should arrive</dt>
            <dd>{showDay(expectedDelivery)}</dd>
          </div>
        </dl>
        <div>
          <Button icon="download" busy={pdf.isPending} onClick={() => pdf.mutate({ letterId: providerId })}>
            PDF as printed
          </Button>
        </div>
        {pdf.error && <ErrorNote error={pdf.error} />}
      </section>
      <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="happened">
        <h2 id="happened">What happened</h2>
        <ol className={timelineStyles.timeline}>
          {events.map(({ event, at }) => (
            <li key={`${event} ${at}`} className={timelineStyles.done}>
              <div>
                <b>{wordsOf(event)}</b>
                <time className={`${textStyles.number} ${textStyles.muted}`} dateTime={at}>
                  {showInstant(at, browserTimeZone)}
                </time>
              </div>
            </li>
          ))}
        </ol>
      </section>
      <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="moves">
        <h2 id="moves">Move it</h2>
        <p className={textStyles.muted}>
          The dispute is updated at once. A letter moved by hand no longer moves by itself.
        </p>
        <div className={layoutStyles.row}>
          {moves.map(event => (
            <Button
              key={event}
              size="small"
              busy={moving === event}
              disabled={moving !== null && moving !== event}
              onClick={() => move.mutate({ letterId: providerId, event })}
            >
              {wordsOf(event)}
            </Button>
          ))}
        </div>
        {move.error && <ErrorNote error={move.error} />}
      </section>
    </div>
  )
}
