import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useAsk } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorCard.tsx'
import { Field } from '#web/ui/Field.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ClientTable } from './ClientTable.tsx'
import { Pages } from './Pages.tsx'

const pageSize = 25

type Asked = { query: string; offset: number }

const everybody: Asked = { query: '', offset: 0 }

/** The clients, newest first, to find by name, phone or email. `onOpen` is null for whoever may open none. */
export const ClientList = ({ onOpen }: { onOpen: ((phoneNumber: string) => void) | null }) => {
  const [{ query, offset, turns }, setAsked] = useState({ ...everybody, turns: 0 })
  const { data, error, isFetching, isPlaceholderData, refetch } = useAsk(
    client.staff.clients,
    { ...(query === '' ? {} : { query }), limit: pageSize, offset },
    { keep: true },
  )
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const read = useRef(turns)
  useEffect(() => {
    // What turned the page stands below it, or is gone with it: one reads on from the top.
    if (isFetching || read.current === turns) return
    read.current = turns
    heading.current?.focus()
  }, [isFetching, turns])
  const turn = (to: Asked) => setAsked({ ...to, turns: turns + 1 })
  const retry = () => void refetch()
  const search = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('query')
    setAsked({ query: typeof typed === 'string' ? typed.trim() : '', offset: 0, turns })
  }
  const showAll = () => {
    form.current?.reset()
    turn(everybody)
  }
  return (
    <div className="staff-wide">
      {data !== undefined && error !== null && <ErrorNote error={error} onRetry={retry} busy={isFetching} />}
      <section className="card flush" aria-labelledby="clients" aria-busy={isPlaceholderData || undefined}>
        <header>
          <h2 id="clients" tabIndex={-1} ref={heading}>
            {data === undefined ? 'Clients' : `Clients (${data.total})`}
          </h2>
          <search>
            <form className="find" onSubmit={search} ref={form}>
              <Field
                id="query"
                name="query"
                label="Name, phone or email"
                type="search"
                autoComplete="off"
                maxLength={120}
              />
              <Button type="submit" icon="search" busy={isFetching}>
                Search
              </Button>
            </form>
          </search>
        </header>
        <p className="vh" role="status">
          {query !== '' && data !== undefined && !isPlaceholderData && `Clients found: ${data.total}`}
        </p>
        {data === undefined && error === null && <Loading />}
        {data === undefined && error !== null && (
          <ErrorState error={error} onRetry={retry} busy={isFetching} heading="clients" />
        )}
        {data?.data.length === 0 && !isPlaceholderData && <Nobody query={query} onShowAll={showAll} />}
        {data !== undefined && data.data.length > 0 && (
          <>
            <ClientTable clients={data.data} onOpen={onOpen} />
            <Pages
              offset={offset}
              size={pageSize}
              total={data.total}
              busy={isPlaceholderData}
              onPage={next => turn({ query, offset: next })}
            />
          </>
        )}
      </section>
    </div>
  )
}

const Nobody = ({ query, onShowAll }: { query: string; onShowAll: () => void }) =>
  query === '' ? (
    <EmptyState icon="users" title="No clients yet">
      Clients appear here when they register.
    </EmptyState>
  ) : (
    <EmptyState
      icon="users"
      title={`No client is found by “${query}”`}
      action={<Button onClick={onShowAll}>Show all clients</Button>}
    >
      Whole words of a name are found, a whole phone number or a whole email address.
    </EmptyState>
  )

const Loading = () => (
  <div className="waiting" aria-busy="true">
    <p className="vh" role="status">
      Loading clients...
    </p>
    <Skeleton height="3.5rem" />
    <Skeleton height="3.5rem" />
  </div>
)
