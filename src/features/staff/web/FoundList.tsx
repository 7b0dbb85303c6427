import { type ReactNode, useRef } from 'react'
import type { Call } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorCard.tsx'
import type { IconName } from '#web/ui/Icon.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { FindForm } from './FindForm.tsx'
import { Pages } from './Pages.tsx'
import { type ListPage, type ListQuery, pageSize, useSearchablePage } from './use-found.ts'

type ListWords = {
  /** What it lists, in small letters; it is the id of the heading too. */
  what: string
  title: string
  /** What the box takes. */
  label: string
  icon: IconName
  /** One of what it lists. */
  one: string
  /** Where there is nothing at all. */
  empty: { title: string; text: string }
  /** How a search finds, said where it found nothing. */
  findsBy: string
}

type FoundListProps<Reply extends ListPage> = ListWords & {
  call: Call<ListQuery, Reply>
  /** The rows of a part. */
  children: (found: Reply) => ReactNode
}

/** A long list of staff's, read part by part, with a box to find some of it. */
export const SearchableList = <Reply extends ListPage>({
  call,
  children,
  ...words
}: FoundListProps<Reply>) => {
  const { what, title, label } = words
  const {
    data,
    error,
    isFetching: busy,
    isOld,
    isEmpty,
    query,
    offset,
    heading,
    ...acts
  } = useSearchablePage(call)
  const { retry, search, turnTo } = acts
  const form = useRef<HTMLFormElement>(null)
  const showAll = () => {
    form.current?.reset()
    acts.showAll()
  }
  return (
    <>
      {data !== undefined && error !== null && <ErrorNote error={error} onRetry={retry} busy={busy} />}
      <section className="card flush" aria-labelledby={what} aria-busy={isOld || undefined}>
        <header>
          <h2 id={what} tabIndex={-1} ref={heading}>
            {data === undefined ? title : `${title} (${data.total})`}
          </h2>
          <FindForm label={label} busy={busy} onFind={search} ref={form} />
        </header>
        <p className="vh" role="status">
          {query !== '' && data !== undefined && !isOld && `${title} found: ${data.total}`}
        </p>
        {data === undefined && error === null && <Waiting what={what} />}
        {data === undefined && error !== null && (
          <ErrorState error={error} onRetry={retry} busy={busy} heading={what} />
        )}
        {isEmpty && <Nothing words={words} query={query} onAll={showAll} />}
        {data !== undefined && data.data.length > 0 && (
          <>
            {children(data)}
            <Pages
              what={what}
              offset={offset}
              size={pageSize}
              total={data.total}
              busy={isOld}
              onPage={turnTo}
            />
          </>
        )}
      </section>
    </>
  )
}

type NothingProps = { words: ListWords; query: string; onAll: () => void }

/** Nothing at all, or nothing that the query finds: then the way back to all. */
const Nothing = ({ words: { what, icon, one, empty, findsBy }, query, onAll }: NothingProps) =>
  query === '' ? (
    <EmptyState icon={icon} title={empty.title}>
      {empty.text}
    </EmptyState>
  ) : (
    <EmptyState
      icon={icon}
      title={`No ${one} is found by “${query}”`}
      action={<Button onClick={onAll}>Show all {what}</Button>}
    >
      {findsBy}
    </EmptyState>
  )

const Waiting = ({ what }: { what: string }) => (
  <Loading what={what} className="waiting">
    <Skeleton height="3.5rem" />
    <Skeleton height="3.5rem" />
  </Loading>
)
