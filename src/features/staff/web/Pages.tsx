import { Button } from '#web/ui/Button.tsx'

type PagesProps = {
  /** What the list lists, in small letters. */
  what: string
  offset: number
  size: number
  total: number
  /** Another part is on its way; the one before still stands. */
  busy: boolean
  onPage: (offset: number) => void
}

/** Which part of a long list is shown, and the way to the others; nothing while all of it fits. */
export const Pages = ({ what, offset, size, total, busy, onPage }: PagesProps) => {
  if (total <= size) return null
  const last = Math.min(offset + size, total)
  return (
    <nav className="pages" aria-label={`Pages of ${what}`}>
      <p className="muted num" role="status">
        {busy ? `Loading ${what}...` : `${offset + 1} to ${last} of ${total}`}
      </p>
      <Button
        size="small"
        icon="left"
        disabled={offset === 0}
        onClick={() => !busy && onPage(Math.max(0, offset - size))}
      >
        Previous
      </Button>
      <Button
        size="small"
        icon="right"
        iconAtEnd
        disabled={last >= total}
        onClick={() => !busy && onPage(offset + size)}
      >
        Next
      </Button>
    </nav>
  )
}
