import { Button } from './Button.tsx'

type CursorPagesProps = {
  /** What the pages contain, for screen readers. */
  what: string
  /** The cursor of each previous page. */
  before: readonly string[]
  /** The cursor of the next page; null on the last one. */
  next: string | null
  /** The next page is loading; the previous one still shows. */
  busy: boolean
  /** Receives the cursors of the pages before the one to show. */
  onTurn: (before: readonly string[]) => void
  className: string | undefined
  words?: { back: string; on: string }
}

/** Paging for a list read by cursor; absent if there is only one page. */
export const CursorPages = ({
  what,
  before,
  next,
  busy,
  onTurn,
  className,
  words = { back: 'Previous', on: 'Next' },
}: CursorPagesProps) =>
  (before.length > 0 || next !== null) && (
    <nav className={className} aria-label={`Pages of ${what}`}>
      <Button
        size="small"
        icon="left"
        disabled={before.length === 0 || busy}
        onClick={() => onTurn(before.slice(0, -1))}
      >
        {words.back}
      </Button>
      <Button
        size="small"
        icon="right"
        iconAtEnd
        disabled={next === null || busy}
        onClick={() => next !== null && onTurn([...before, next])}
      >
        {words.on}
      </Button>
    </nav>
  )
