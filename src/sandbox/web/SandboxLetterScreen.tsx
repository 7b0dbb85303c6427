import { Link, useParams } from '@tanstack/react-router'
import { showDay, showInstant } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { downloadBlob } from '#web/ui/download-blob.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import type { SandboxLetter } from '../contract.ts'

const lookEveryMs = 3_000

/** A letter in the sandbox's post office: where it is, what it looks like, and what should happen to it. */
export const SandboxLetterScreen = () => {
  useDocumentTitle('Sandbox letter')
  const { letterId = '' } = useParams({ strict: false })
  return (
    <div className="outbox">
      <main id="main" tabIndex={-1} className="stack">
        <Link className="back" to="/sandbox">
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
  const { data, error, refetch, isFetching } = useApiQuery(
    client.sandbox.letter,
    { letterId },
    { staleTime: 0, refetchInterval: () => lookEveryMs },
  )
  if (data) return <OneLetter letter={data} />
  if (error?.status === 404)
    return (
      <div className="card">
        <EmptyState icon="lock" title="This letter is not here">
          Letters open only on the machine that runs Fairfile, while its post office is a sandbox.
        </EmptyState>
      </div>
    )
  return error ? <ErrorCard error={error} busy={isFetching} onRetry={() => void refetch()} /> : <Spinner />
}

/** `processed_for_delivery` as words. */
const wordsOf = (event: string): string => {
  const words = event.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const OneLetter = ({ letter }: { letter: SandboxLetter }) => {
  const { providerId, to, from, certified, trackingNumber, expectedDelivery, events, moves } = letter
  const pdf = useApiMutation(client.sandbox.letterPdf, {
    onDone: blob => downloadBlob(blob, `${providerId}.pdf`),
  })
  const move = useApiMutation(client.sandbox.moveLetter, {
    refreshes: [client.sandbox.letter, client.sandbox.outbox],
  })
  const moving = move.isPending ? move.variables.event : null
  return (
    <div className="stack">
      <section className="card stack-s" aria-label="The letter">
        <dl className="dl">
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
      <section className="card stack-s" aria-labelledby="happened">
        <h2 id="happened">What happened</h2>
        <ol className="time">
          {events.map(({ event, at }) => (
            <li key={`${event} ${at}`} className="on">
              <div>
                <b>{wordsOf(event)}</b>
                <time className="num muted" dateTime={at}>
                  {showInstant(at, browserTimeZone)}
                </time>
              </div>
            </li>
          ))}
        </ol>
      </section>
      <section className="card stack-s" aria-labelledby="moves">
        <h2 id="moves">Move it</h2>
        <p className="muted">
          The dispute hears of it at once. A letter moved by hand no longer moves by itself.
        </p>
        <div className="row">
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
