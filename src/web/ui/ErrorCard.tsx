import { wordsFor } from '../api-error.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { useFocusKept } from './use-focus-kept.ts'

type ErrorCardProps = {
  error: unknown
  /** What is safe, in one sentence. */
  safe?: string
  onRetry: () => void
  busy?: boolean
}

/** A reading failed and there is nothing older to show: words, what is safe, Retry. */
export const ErrorCard = ({ error, safe, onRetry, busy = false }: ErrorCardProps) => {
  const card = useFocusKept()
  return (
    <div className="card" ref={card}>
      <div className="empty failed" role="alert">
        <span className="ic">
          <Icon name="warn" />
        </span>
        <h2 className="h3">{wordsFor(error)}</h2>
        <p>{safe ?? 'Nothing is lost. Try again in a moment.'}</p>
        <Button kind="primary" icon="refresh" busy={busy} onClick={onRetry}>
          Retry
        </Button>
      </div>
    </div>
  )
}
