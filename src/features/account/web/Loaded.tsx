import type { ReactNode } from 'react'
import { errorMessage } from '#web/api-error.ts'
import type { ApiQueryState } from '#web/api-hooks.ts'
import { Button } from '#web/ui/Button.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'

type LoadedProps<Data> = {
  /** What `useAsk` gives. */
  asked: ApiQueryState<Data>
  /** What is loading, as in "Loading your sessions...". */
  what: string
  /** The id of the card's heading, which takes the focus when Retry goes away with it. */
  heading: string
  children: (data: Data) => ReactNode
}

/** The part of a card that is read from the server: loading, failed with Retry, or there; a failure leaves the other cards. */
export const Loaded = <Data,>({ asked, what, heading, children }: LoadedProps<Data>) => {
  const { data, error, isFetching, refetch } = asked
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
