import { Link } from '@tanstack/react-router'
import { showPhone } from '#values/phone.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { Brand } from '#web/Brand.tsx'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ThemeToggle } from '#web/ui/ThemeToggle.tsx'
import type { OutboxItem } from '../contract.ts'

const lookEveryMs = 3_000

/** What left the system through sandbox providers: where a sign-in code is found on this machine. */
export const SandboxScreen = () => {
  useDocumentTitle('Sandbox outbox')
  return (
    <div className="outbox">
      <header className="row sp">
        <Brand />
        <ThemeToggle />
      </header>
      <main id="main" tabIndex={-1} className="stack">
        <div>
          <h1>Sandbox outbox</h1>
          <p className="muted">
            Everything Fairfile would have sent: text messages with their codes, e-mails, letters. Newest
            first.
          </p>
        </div>
        <Outbox />
      </main>
    </div>
  )
}

const Outbox = () => {
  const { data, error, refetch, isFetching } = useApiQuery(client.sandbox.outbox, undefined, {
    staleTime: 0,
    refetchInterval: () => lookEveryMs,
  })
  if (data) {
    return data.items.length === 0 ? (
      <div className="card">
        <EmptyState icon="mail" title="Nothing was sent yet">
          Ask for a sign-in code and it appears here.
        </EmptyState>
      </div>
    ) : (
      <ul className="stack-s">
        {data.items.map(item => (
          <OutboxMessage key={item.id} item={item} />
        ))}
      </ul>
    )
  }
  if (error?.status === 404) {
    return (
      <div className="card">
        <EmptyState icon="lock" title="The outbox is closed here">
          It opens only on the machine that runs Fairfile, while a provider is a sandbox.
        </EmptyState>
      </div>
    )
  }
  return error ? <ErrorCard error={error} busy={isFetching} onRetry={() => void refetch()} /> : <Spinner />
}

const channels = {
  sms: { icon: 'phone', name: 'Text message' },
  email: { icon: 'mail', name: 'E-mail' },
  letter: { icon: 'letter', name: 'Letter' },
} as const

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

/** One thing that was sent: to whom, when, and its words. */
const OutboxMessage = ({ item }: { item: OutboxItem }) => {
  const { icon, name } = channels[item.channel]
  return (
    <li className="card stack-s">
      <div className="row sp">
        <h2 className="h3 row nw">
          <Icon name={icon} />
          <span className="num">
            {name} to {showPhone(item.to)}
          </span>
        </h2>
        <time className="muted num" dateTime={item.createdAt}>
          {time.format(new Date(item.createdAt))}
        </time>
      </div>
      {item.subject && <p>{item.subject}</p>}
      <pre className="pre muted">{item.body}</pre>
      {item.providerId !== undefined && (
        <div>
          <Link className="btn" to="/sandbox/letters/$letterId" params={{ letterId: item.providerId }}>
            Open the letter
          </Link>
        </div>
      )}
    </li>
  )
}
