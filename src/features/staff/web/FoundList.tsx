import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useAsk } from '#web/ask.ts'
import type { Call } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorCard.tsx'
import { Field } from '#web/ui/Field.tsx'
import type { IconName } from '#web/ui/Icon.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Pages } from './Pages.tsx'

const pageSize = 25

type Part = { query?: string; limit: number; offset: number }
type Found = { data: readonly unknown[]; total: number }

const everything = { query: '', offset: 0 }

type FoundListProps<Reply extends Found> = {
  /** What it lists, in small letters; it is the id of the heading too. */
  what: string
  title: string
  call: Call<Part, Reply>
  /** What the box takes. */
  label: string
  icon: IconName
  /** One of what it lists. */
  one: string
  /** Where there is nothing at all. */
  empty: { title: string; text: string }
  /** How a search finds, said where it found nothing. */
  findsBy: string
  /** The rows of a part. */
  children: (found: Reply) => ReactNode
}

/** A long list of staff's, read part by part, with a box to find some of it. */
export const FoundList = <Reply extends Found>(props: FoundListProps<Reply>) => {
  const { what, title, call, label, icon, one, empty, findsBy, children } = props
  const [{ query, offset, turns }, setAsked] = useState({ ...everything, turns: 0 })
  const { data, error, isFetching, isPlaceholderData, refetch } = useAsk(
    call,
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
  const isEmpty = data?.data.length === 0 && !isPlaceholderData
  // The list became shorter than the part that was read.
  if (isEmpty && offset > 0) setAsked({ query, offset: 0, turns })
  const turn = (to: typeof everything) => setAsked({ ...to, turns: turns + 1 })
  const retry = () => void refetch()
  const search = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('query')
    setAsked({ query: typeof typed === 'string' ? typed.trim() : '', offset: 0, turns })
  }
  const showAll = () => {
    form.current?.reset()
    turn(everything)
  }
  return (
    <>
      {data !== undefined && error !== null && <ErrorNote error={error} onRetry={retry} busy={isFetching} />}
      <section className="card flush" aria-labelledby={what} aria-busy={isPlaceholderData || undefined}>
        <header>
          <h2 id={what} tabIndex={-1} ref={heading}>
            {data === undefined ? title : `${title} (${data.total})`}
          </h2>
          <search>
            <form className="find" onSubmit={search} ref={form}>
              <Field id="query" name="query" label={label} type="search" autoComplete="off" maxLength={120} />
              <Button type="submit" icon="search" busy={isFetching}>
                Search
              </Button>
            </form>
          </search>
        </header>
        <p className="vh" role="status">
          {query !== '' && data !== undefined && !isPlaceholderData && `${title} found: ${data.total}`}
        </p>
        {data === undefined && error === null && (
          <Loading what={what} className="waiting">
            <Skeleton height="3.5rem" />
            <Skeleton height="3.5rem" />
          </Loading>
        )}
        {data === undefined && error !== null && (
          <ErrorState error={error} onRetry={retry} busy={isFetching} heading={what} />
        )}
        {isEmpty && query === '' && (
          <EmptyState icon={icon} title={empty.title}>
            {empty.text}
          </EmptyState>
        )}
        {isEmpty && query !== '' && (
          <EmptyState
            icon={icon}
            title={`No ${one} is found by “${query}”`}
            action={<Button onClick={showAll}>Show all {what}</Button>}
          >
            {findsBy}
          </EmptyState>
        )}
        {data !== undefined && data.data.length > 0 && (
          <>
            {children(data)}
            <Pages
              what={what}
              offset={offset}
              size={pageSize}
              total={data.total}
              busy={isPlaceholderData}
              onPage={next => turn({ query, offset: next })}
            />
          </>
        )}
      </section>
    </>
  )
}
