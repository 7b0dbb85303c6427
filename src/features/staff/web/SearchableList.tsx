import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { useApiQuery } from '#web/api-hooks.ts'
import type { Call } from '#web/call.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { CursorPages } from '#web/ui/CursorPages.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorCard.tsx'
import { Field } from '#web/ui/Field.tsx'
import type { IconName } from '#web/ui/Icon.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import * as staffStyles from './staff.module.css'

const pageSize = 25

/** Filters of a list in addition to the search. */
type Narrowed = { assigned?: 'mine' | 'nobody' }
type ListQuery = Narrowed & { query?: string; limit: number; before?: string }

type ListPage = {
  data: readonly unknown[]
  next: string | null
  /** Omitted where counting would read everything. */
  total?: number
}

/** Reads a long list, or the matches of a query, page by page. */
const useSearchablePage = <Reply extends ListPage>(call: Call<ListQuery, Reply>, narrowed: Narrowed) => {
  const [place, setPlace] = useState<{ query: string; pages: readonly string[]; turns: number } & Narrowed>({
    query: '',
    pages: [],
    turns: 0,
    ...narrowed,
  })
  const { query, turns } = place
  const isOther = place.assigned !== narrowed.assigned
  // Another filter starts with the first page.
  const pages = isOther ? [] : place.pages
  if (isOther) setPlace({ query, pages, turns, ...narrowed })
  const before = pages.at(-1)
  const { data, error, isFetching, isPlaceholderData, refetch } = useApiQuery(
    call,
    {
      ...narrowed,
      ...(query === '' ? {} : { query }),
      ...(before === undefined ? {} : { before }),
      limit: pageSize,
    },
    { keepPrevious: true },
  )
  const isEmpty = data?.data.length === 0 && !isPlaceholderData
  // The list became shorter than the previous pages.
  if (isEmpty && pages.length > 0) setPlace({ ...place, pages: [] })
  return {
    data,
    error,
    isFetching,
    /** Whether the rows are still those of the previous request. */
    isOld: isPlaceholderData,
    isEmpty,
    query,
    pages,
    heading: useFocusOnTurn(turns, isFetching),
    retry: () => void refetch(),
    search: (typed: string) => setPlace({ ...place, query: typed.trim(), pages: [] }),
    turnTo: (next: readonly string[]) => setPlace({ ...place, pages: next, turns: turns + 1 }),
    showAll: () => setPlace({ ...place, query: '', pages: [], turns: turns + 1 }),
  }
}

/** How many a search found, as far as they were counted. */
const countFound = ({ data, next, total }: ListPage): string =>
  total === undefined && next !== null ? `more than ${data.length}` : String(total ?? data.length)

/** Focuses the heading after changing the page: the button for that is below the rows, or gone. */
const useFocusOnTurn = (turns: number, isFetching: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const read = useRef(turns)
  useEffect(() => {
    if (isFetching || read.current === turns) return
    read.current = turns
    heading.current?.focus()
  }, [isFetching, turns])
  return heading
}

type ListWords = {
  /** The plural of what it lists, in lowercase; also the heading's id. */
  what: string
  title: string
  /** What the search box accepts. */
  label: string
  icon: IconName
  /** The singular of what it lists. */
  one: string
  empty: { title: string; text: string }
  /** What can be searched for, shown when nothing was found. */
  findsBy: string
}

type FoundListProps<Reply extends ListPage> = ListWords & {
  call: Call<ListQuery, Reply>
  narrowed?: Narrowed
  /** Filters next to the search box. */
  choices?: ReactNode
  children: (found: Reply) => ReactNode
}

/** A long list, read page by page, with a search box. */
export const SearchableList = <Reply extends ListPage>({
  call,
  narrowed = {},
  choices,
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
    pages,
    heading,
    ...actions
  } = useSearchablePage(call, narrowed)
  const { retry, search, turnTo } = actions
  const form = useRef<HTMLFormElement>(null)
  const showAll = () => {
    form.current?.reset()
    actions.showAll()
  }
  return (
    <>
      {data !== undefined && error !== null && <ErrorNote error={error} onRetry={retry} busy={busy} />}
      <section
        className={`${cardStyles.card} ${cardStyles.flush} ${staffStyles.results}`}
        aria-labelledby={what}
        aria-busy={isOld || undefined}
      >
        <header>
          <h2 id={what} tabIndex={-1} ref={heading}>
            {data?.total === undefined ? title : `${title} (${data.total})`}
          </h2>
          {choices}
          <FindForm label={label} onFind={search} ref={form} />
        </header>
        <p className={textStyles.visuallyHidden} role="status">
          {query !== '' &&
            data !== undefined &&
            !isOld &&
            pages.length === 0 &&
            `${title} found: ${countFound(data)}`}
        </p>
        {data === undefined && error === null && <Waiting what={what} />}
        {data === undefined && error !== null && (
          <ErrorState error={error} onRetry={retry} busy={busy} heading={what} />
        )}
        {isOld && data?.data.length === 0 && <Waiting what={what} />}
        {isEmpty && <Nothing words={words} query={query} onAll={showAll} />}
        {data !== undefined && data.data.length > 0 && (
          <>
            {children(data)}
            <CursorPages
              what={what}
              before={pages}
              next={data.next}
              busy={isOld}
              onTurn={turnTo}
              className={staffStyles.pages}
            />
          </>
        )}
      </section>
    </>
  )
}

type NothingProps = { words: ListWords; query: string; onAll: () => void }

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
  <Loading what={what} className={staffStyles.waiting}>
    <Skeleton height="3.5rem" />
    <Skeleton height="3.5rem" />
  </Loading>
)

type FindFormProps = {
  /** What the search box accepts. */
  label: string
  onFind: (typed: string) => void
  ref: Ref<HTMLFormElement>
}

/** Never busy: a search while the list is still loading replaces what is being loaded. */
const FindForm = ({ label, onFind, ref }: FindFormProps) => (
  <search>
    <form
      className={staffStyles.form}
      ref={ref}
      onSubmit={event => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('query')
        onFind(typeof typed === 'string' ? typed : '')
      }}
    >
      <Field id="query" name="query" label={label} type="search" autoComplete="off" maxLength={120} />
      <Button type="submit" icon="search">
        Search
      </Button>
    </form>
  </search>
)
