import { type RefObject, useRef, useState } from 'react'
import { Button } from './Button.tsx'

type CursorPagesState<Top> = {
  /** For the query: the cursor of the page to show; undefined on the first one. */
  cursor: string | undefined
  /** For the heading, or the list if it has none, with `tabIndex={-1}`: gets the focus when the page is turned. */
  heading: RefObject<Top | null>
  toFirst: () => void
  /** For `CursorPages`. */
  turning: Pick<CursorPagesProps, 'before' | 'onTurn'>
}

/** Which page of a list read by cursor is shown. */
export const useCursorPages = <Top extends HTMLElement = HTMLHeadingElement>(): CursorPagesState<Top> => {
  const [before, setBefore] = useState<readonly string[]>([])
  const heading = useRef<Top>(null)
  const onTurn = (cursors: readonly string[]) => {
    setBefore(cursors)
    heading.current?.focus()
  }
  return { cursor: before.at(-1), heading, toFirst: () => setBefore([]), turning: { before, onTurn } }
}

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
