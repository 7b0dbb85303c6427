import type { ReactNode } from 'react'
import { errorMessage } from '#web/api-error.ts'
import type { ApiQueryState } from '#web/api-hooks.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'

type ProfileCardProps = {
  id: string
  title: string
  /** At the end of the title's line. */
  mark?: ReactNode
  children: ReactNode
}

/** The title is focusable, for when the focused control disappears. */
export const ProfileCard = ({ id, title, mark, children }: ProfileCardProps) => {
  const heading = (
    <h2 className={textStyles.heading3} id={id} tabIndex={-1}>
      {title}
    </h2>
  )
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby={id}>
      {mark ? (
        <header>
          {heading}
          {mark}
        </header>
      ) : (
        heading
      )}
      {children}
    </section>
  )
}

type LoadedProps<Data> = {
  query: ApiQueryState<Data>
  /** What is loading, as in "Loading your sessions...". */
  what: string
  /** The id of the card's heading, which gets the focus when Retry disappears while focused. */
  heading: string
  children: (data: Data) => ReactNode
}

/** The part of a card that is read from the server: loading, failed with Retry, or loaded, independently of other cards. */
export const Loaded = <Data,>({ query, what, heading, children }: LoadedProps<Data>) => {
  const { data, error, isFetching, refetch } = query
  return (
    <>
      {error !== null && (
        <Failed error={error} busy={isFetching} heading={heading} onRetry={() => void refetch()} />
      )}
      {data !== undefined && children(data)}
      {data === undefined && error === null && (
        <Loading what={what} className={layoutStyles.stackSmall}>
          <Skeleton height="3.25rem" />
          <Skeleton height="3.25rem" />
        </Loading>
      )}
    </>
  )
}

type FailedProps = { error: unknown; busy: boolean; heading: string; onRetry: () => void }

const Failed = ({ error, busy, heading, onRetry }: FailedProps) => {
  const place = useFocusFallback(heading)
  return (
    <div ref={place}>
      <Note
        tone="red"
        role="alert"
        title={errorMessage(error)}
        action={
          <Button size="small" icon="refresh" busy={busy} onClick={onRetry}>
            Retry
          </Button>
        }
      />
    </div>
  )
}
