import { useApiQuery } from '#web/api-hooks.ts'
import { Brand } from '#web/Brand.tsx'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ThemeToggle } from '#web/ui/ThemeToggle.tsx'
import { OutboxMessage } from './OutboxMessage.tsx'

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
