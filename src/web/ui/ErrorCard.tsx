import { errorLines } from '../api-error.ts'
import { Button } from './Button.tsx'
import * as cardStyles from './Card.module.css'
import * as emptyStateStyles from './EmptyState.module.css'
import { Icon } from './Icon.tsx'
import * as textStyles from './text.module.css'
import { useFocusFallback } from './use-focus-fallback.ts'

type ErrorCardProps = {
  error: unknown
  /** What is safe, in one sentence. */
  safe?: string
  onRetry: () => void
  busy?: boolean
}

/** Loading failed and there is no older data to show: the message, what is safe, Retry. */
export const ErrorCard = (props: ErrorCardProps) => (
  <div className={cardStyles.card}>
    <ErrorState {...props} />
  </div>
)

/** The same inside an existing card; the heading with that id receives the focus when Retry disappears. */
export const ErrorState = ({
  error,
  safe,
  onRetry,
  busy = false,
  heading,
}: ErrorCardProps & { heading?: string }) => {
  const place = useFocusFallback(heading)
  const { title, cause } = errorLines(error)
  return (
    <div className={`${emptyStateStyles.empty} ${emptyStateStyles.failed}`} role="alert" ref={place}>
      <span className={emptyStateStyles.icon}>
        <Icon name="warn" />
      </span>
      <h2 className={textStyles.heading3}>{title}</h2>
      {cause && <p>{cause}</p>}
      {(safe ?? cause === null) && <p>{safe ?? 'Nothing is lost. Try again in a moment.'}</p>}
      <Button variant="primary" icon="refresh" busy={busy} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
